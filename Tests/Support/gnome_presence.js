// The reports of our extension of GNOME Shell on the session bus, without a shell and its windows.
//
// gjs -m gnome_presence.js
//
// Lines in: {"holders": [[KIND, WHO], …]}; {"end": true}, as the extension is turned off.
// Lines out: {"ready": true}, and {"done": true} for each line in.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import {PresenceReport} from '../../config/gnome-shell-extension/presence.js';

const report = new PresenceReport();
const input = new Gio.DataInputStream({base_stream: Gio.UnixInputStream.new(0, false)});

function read() {
    input.read_line_async(GLib.PRIORITY_DEFAULT, null, (_stream, result) => {
        const [line] = input.read_line_finish_utf8(result);
        if (line === null)
            return;
        const {holders, end} = JSON.parse(line);
        if (holders)
            report.set(holders);
        if (end)
            report.destroy();
        print(JSON.stringify({done: true}));
        read();
    });
}

print(JSON.stringify({ready: true}));
read();
new GLib.MainLoop(null, false).run();
