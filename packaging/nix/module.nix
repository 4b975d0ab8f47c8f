# A home-manager module: services.appearanced.enable, .settings, .nightfilter.enable.
# Not evaluated here: `nix-instantiate --parse` has read it.
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
    nightfilter.enable = lib.mkEnableOption "the whole screen red while the appearance is night";
  };

  config = lib.mkIf cfg.enable {
    home.packages = [ cfg.package ];
    xdg.configFile."appearanced/config.toml" = lib.mkIf (cfg.settings != { }) {
      source = toml.generate "appearanced.toml" cfg.settings;
    };
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
