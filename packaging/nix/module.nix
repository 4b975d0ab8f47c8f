# A home-manager module: services.appearanced.enable, .settings, .hooks, .nightfilter.enable.
# Not built here: only `nix-instantiate --parse` has read it.
{ self }:
{ config, lib, pkgs, ... }:
let
  cfg = config.services.appearanced;
  toml = pkgs.formats.toml { };
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
      example = { ambient.dark_below = 40; location.time_zone = "Europe/Berlin"; };
      description = "The content of ~/.config/appearanced/config.toml; see appearanced(5).";
    };
    hooks = lib.mkOption {
      type = lib.types.attrsOf lib.types.lines;
      default = { };
      example = { wallpaper = "exec set-wallpaper ~/pictures/$1.jpg"; };
      description = "Shell scripts in ~/.config/appearanced/hooks.d, by name.";
    };
    nightfilter.enable = lib.mkEnableOption "the whole screen red while the appearance is night";
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
    ];
    systemd.user.services.appearanced = {
      Unit.Description = "Light, dark or night by ambient light, sun and clock";
      Service = {
        Type = "notify";
        ExecStart = "${cfg.package}/bin/appearanced";
        ExecReload = "/bin/kill -HUP $MAINPID";
        Restart = "on-failure";
        RestartPreventExitStatus = "1 2 3";
      };
      Install.WantedBy = [ "default.target" ];
    };
    systemd.user.services.appearance-nightfilter = lib.mkIf cfg.nightfilter.enable {
      Unit = {
        Description = "The whole screen red at night";
        PartOf = [ "graphical-session.target" ];
        After = [ "graphical-session.target" "appearanced.service" ];
      };
      Service = {
        Type = "notify";
        ExecStart = "${cfg.package}/bin/appearance-nightfilter";
        KillMode = "mixed";
        Restart = "on-failure";
        RestartPreventExitStatus = "1 2 3 4";
      };
      Install.WantedBy = [ "graphical-session.target" ];
    };
  };
}
