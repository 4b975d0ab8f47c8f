# A home-manager module: services.appearanced.enable, .settings, .hooks, .camera.enable,
# .nightfilter.enable, .tray.enable.
# Not built here: only `nix-instantiate` has read it, with stand-ins for nixpkgs and home-manager.
{ self }:
{ config, lib, pkgs, ... }:
let
  cfg = config.services.appearanced;
  toml = pkgs.formats.toml { };
  # The links of a unit of the package, in its folder and in those of the targets that start it.
  unit = name: targets: lib.listToAttrs (map (folder: lib.nameValuePair "systemd/user/${folder}${name}.service" {
    source = "${cfg.package}/lib/systemd/user/${name}.service";
  }) ([ "" ] ++ map (target: "${target}.target.wants/") targets));
in
{
  options.services.appearanced = {
    enable = lib.mkEnableOption "light, dark or night appearance by ambient light, sun and clock";
    package = lib.mkOption {
      type = lib.types.package;
      default = self.packages.${pkgs.system}.default;
      description = "The package with the programs and units.";
    };
    settings = lib.mkOption {
      type = toml.type;
      default = { };
      example = { ambient.dark_below = 40; schedule.dark = "sunset, 18:00 to 21:00"; };
      description = "The content of ~/.config/appearanced/config.toml; see appearanced(5).";
    };
    hooks = lib.mkOption {
      type = lib.types.attrsOf lib.types.lines;
      default = { };
      example = { wallpaper = "exec set-wallpaper ~/pictures/$1.jpg"; };
      description = "Shell scripts in ~/.config/appearanced/hooks.d, by name.";
    };
    camera.enable = lib.mkEnableOption "a camera that measures the light of the room";
    nightfilter.enable = lib.mkEnableOption "the whole screen red while the appearance is night";
    tray.enable = lib.mkEnableOption "an icon with the appearance in the panel";
  };

  config = lib.mkIf cfg.enable {
    home.packages = [ cfg.package ];
    xdg.configFile = lib.mkMerge [
      (lib.mkIf (cfg.settings != { }) {
        "appearanced/config.toml".source = toml.generate "appearanced.toml" cfg.settings;
      })
      (lib.mapAttrs' (name: text: lib.nameValuePair "appearanced/hooks.d/${name}" {
        source = pkgs.writeShellScript name text;
      }) cfg.hooks)
      (unit "appearanced" [ "default" ])
      (unit "appearance-presence" [ "graphical-session" ])
      (lib.mkIf cfg.camera.enable (unit "appearance-camera" [ "default" ]))
      (lib.mkIf cfg.nightfilter.enable (unit "appearance-nightfilter" [ "graphical-session" ]))
      (lib.mkIf cfg.nightfilter.enable (unit "appearance-nightfilter-reset" [ ]))
      (lib.mkIf cfg.tray.enable (unit "appearance-tray" [ "graphical-session" ]))
    ];
  };
}
