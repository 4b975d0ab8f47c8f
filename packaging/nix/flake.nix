# nixpkgs has no Swift 6.2, so the package is the binary tarball of a release (`scripts/package tarball`)
# with its libraries replaced by those of nixpkgs. Use it as github:appearanced/appearanced?dir=packaging/nix.
# Not built here: only `nix-instantiate --parse` has read it. `hash` must be set for a release.
{
  description = "Light, dark or night appearance by ambient light, sun and clock";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      version = "1.0.0";
      machines = { x86_64-linux = "x86_64"; };
      package = system: machine:
        let pkgs = nixpkgs.legacyPackages.${system};
        in pkgs.stdenv.mkDerivation {
          pname = "appearanced";
          inherit version;
          src = pkgs.fetchurl {
            url = "https://github.com/appearanced/appearanced/releases/download/v${version}/appearanced-${version}-linux-${machine}.tar.xz";
            hash = nixpkgs.lib.fakeHash;
          };
          sourceRoot = ".";
          nativeBuildInputs = with pkgs; [ autoPatchelfHook wrapGAppsHook4 ];
          # The last four are for the window, which draws the icons of adwaita-icon-theme by librsvg.
          buildInputs = with pkgs; [
            dbus jansson libxcb stdenv.cc.cc.lib systemdLibs wayland
            adwaita-icon-theme gtk4 libadwaita librsvg
          ];
          # The other programs need none of the variables of GTK.
          dontWrapGApps = true;
          postFixup = "wrapGApp $out/bin/appearance-window";
          installPhase = ''
            mkdir -p $out
            cp -r usr/local/* $out/
            substituteInPlace $out/lib/systemd/user/*.service $out/share/man/man1/appearance-{nightfilter,tray}.1 \
              $out/share/dbus-1/services/io.github.appearanced.Window.service --replace-fail /usr/local $out
            # NixOS has no /bin/kill, with which systemd reloads the two.
            substituteInPlace $out/lib/systemd/user/appearance{d,-nightfilter}.service \
              --replace-fail /bin/kill ${pkgs.coreutils}/bin/kill
          '';
          meta = {
            license = nixpkgs.lib.licenses.mit;
            mainProgram = "appearancectl";
            platforms = builtins.attrNames machines;
          };
        };
    in {
      packages = builtins.mapAttrs (system: machine: { default = package system machine; }) machines;
      homeManagerModules.default = import ./module.nix { inherit self; };
    };
}
