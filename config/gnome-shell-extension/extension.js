// Turns the whole stage black and red at night, as appearance-nightfilter requests on the session
// bus. Nothing is stored: if the filter exits or is killed, the colours return at once.
//
// Tells the daemon of a window in use that fills the screen, and of a screen that is shared or recorded.

import Clutter from 'gi://Clutter';
import Cogl from 'gi://Cogl';
import GObject from 'gi://GObject';
import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import {PresenceReport} from './presence.js';
import {FilterRequests, between} from './requests.js';

// Without the flag, an offscreen effect renders only the part of the stage that was redrawn last, and
// screenshots are black elsewhere.
const paintWhole = flags => flags | Clutter.EffectPaintFlags.ACTOR_DIRTY;

const Grey = GObject.registerClass(class Grey extends Clutter.DesaturateEffect {
    vfunc_paint(node, context, flags) {
        super.vfunc_paint(node, context, paintWhole(flags));
    }
});

// The luminance of each pixel times the tint.
const Tint = GObject.registerClass(class Tint extends Clutter.ColorizeEffect {
    vfunc_paint(node, context, flags) {
        super.vfunc_paint(node, context, paintWhole(flags));
    }
});

// Follows the window in use and the recordings of the screen. Titles are never read.
class Presence {
    constructor() {
        this._report = new PresenceReport();
        this._recordings = new Set();
        global.display.connectObject(
            'in-fullscreen-changed', () => this._update(),
            'notify::focus-window', () => this._update(), this);
        this._controller = global.backend.get_remote_access_controller?.();
        this._controller?.connectObject('new-handle', (_controller, handle) => {
            this._recordings.add(handle);
            handle.connectObject('stopped', () => {
                this._recordings.delete(handle);
                this._update();
            }, this);
            this._update();
        }, this);
        this._update();
    }

    destroy() {
        global.display.disconnectObject(this);
        this._controller?.disconnectObject(this);
        this._recordings.forEach(handle => handle.disconnectObject(this));
        this._report.destroy();
    }

    _update() {
        const window = global.display.focus_window;
        const holders = window?.is_fullscreen() ? [['fullscreen', window.get_wm_class()]] : [];
        if (this._recordings.size > 0)
            holders.push(['screencast', '']);
        this._report.set(holders);
    }
}

export default class NightFilter extends Extension {
    enable() {
        this._progress = 0;
        this._tint = [1, 0, 0];
        this._grey = new Grey({enabled: false});
        this._colour = new Tint({enabled: false});
        Main.uiGroup.add_effect(this._grey);
        Main.uiGroup.add_effect(this._colour);
        this._requests = new FilterRequests((progress, tint, milliseconds) => {
            if (progress > 0)
                this._tint = tint;
            this._fade(progress, milliseconds);
        });
        this._presence = new Presence();
    }

    disable() {
        this._presence.destroy();
        this._presence = null;
        this._requests.destroy();
        this._requests = null;
        this._endFade();
        Main.uiGroup.remove_effect(this._grey);
        Main.uiGroup.remove_effect(this._colour);
        this._grey = null;
        this._colour = null;
    }

    _fade(target, milliseconds) {
        this._endFade();
        const start = this._progress;
        if (!milliseconds || start === target) {
            this._show(target);
            return;
        }
        this._timeline = new Clutter.Timeline({actor: Main.uiGroup, duration: milliseconds});
        this._timeline.connect('new-frame', timeline => {
            this._show(start + (target - start) * timeline.get_progress());
        });
        this._timeline.connect('completed', () => {
            this._endFade();
            this._show(target);
        });
        this._timeline.start();
    }

    _endFade() {
        this._timeline?.stop();
        this._timeline = null;
    }

    // Colours first become grey, which then becomes the tint.
    _show(progress) {
        this._progress = progress;
        const share = between(2 * progress - 1, 0, 1);
        const [red, green, blue] = this._tint.map(
            channel => Math.round(255 * (1 - share * (1 - channel))));
        this._grey.factor = between(2 * progress, 0, 1);
        this._grey.enabled = progress > 0 && share === 0;
        this._colour.tint = new (Clutter.Color ?? Cogl.Color)({red, green, blue, alpha: 255});
        this._colour.enabled = share > 0;
    }
}
