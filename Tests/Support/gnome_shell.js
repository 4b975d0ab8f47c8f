// The requests of our extension of GNOME Shell on the session bus, without a shell and its pixels.
//
// gjs -m gnome_shell.js
//
// Lines out: {"ready": true}, and for each change
// {"progress": NUMBER, "tint": [NUMBER, …], "milliseconds": NUMBER}.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import System from 'system';
import {FilterRequests} from '../../config/gnome-shell-extension/requests.js';

const report = line => print(JSON.stringify(line));

const requests = new FilterRequests(
    (progress, tint, milliseconds) => report({progress, tint, milliseconds}));
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, 15, () => {
    requests.destroy();
    System.exit(0);
});
Gio.DBus.session.watch_name(
    'io.github.appearanced.GnomeShell', Gio.BusNameWatcherFlags.NONE, () => report({ready: true}), null);
new GLib.MainLoop(null, false).run();
