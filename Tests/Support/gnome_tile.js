// The tile of GNOME's quick settings, without a shell: its content, and its commands to the daemon.
//
// gjs -m gnome_tile.js
//
// Lines in: "click" for a click on the tile, the label of a row of its menu, "disable", and "quit", which comes once
// nobody owns the daemon's name. Lines out: {"ready": true}, for each change {"subtitle": TEXT,
// "isAutomatic": BOOLEAN, "rows": [ROW, …]}, and {"disabled": true}.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import {Format, clickCommands, content} from '../../config/gnome-shell-extension-tile/content.js';
import {Service} from '../../config/gnome-shell-extension-tile/service.js';

const loop = new GLib.MainLoop(null, false);
const input = new Gio.DataInputStream({base_stream: Gio.UnixInputStream.new(0, false)});
const shown = () => content(service.state, new Format(text => text), false);
const report = () => print(JSON.stringify(shown()));
const service = new Service(report);
const run = ([name, ...values]) => service[name](...values);

function readLine() {
    input.read_line_async(GLib.PRIORITY_DEFAULT, null, (_input, result) => {
        const [line] = input.read_line_finish_utf8(result);
        if (line === 'disable') {
            service.destroy();
            print(JSON.stringify({disabled: true}));
        } else if (line === 'quit') {
            // The answers to calls of before come first.
            Gio.DBus.session.watch_name(
                'io.github.appearanced', Gio.BusNameWatcherFlags.NONE, null,
                () => GLib.idle_add(GLib.PRIORITY_LOW, () => loop.quit()));
        } else if (line === 'click') {
            clickCommands(service.state).forEach(run);
        } else {
            run(shown().rows.find(row => row.label === line).command);
        }
        readLine();
    });
}

print(JSON.stringify({ready: true}));
readLine();
loop.run();
