// A tile in the quick settings that shows and chooses the appearance of the desktop.

import Gio from 'gi://Gio';
import Shell from 'gi://Shell';
import {bindtextdomain} from 'gettext';
import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import * as PopupMenu from 'resource:///org/gnome/shell/ui/popupMenu.js';
import {QuickMenuToggle, SystemIndicator} from 'resource:///org/gnome/shell/ui/quickSettings.js';
import {Format, clickCommands, content} from './content.js';
import {Service} from './service.js';

const WINDOW = 'io.github.appearanced.Window.desktop';

export default class AppearanceTile extends Extension {
    enable() {
        // The catalogs are in the folder of the prefix in which the extension is installed.
        bindtextdomain('appearanced', this.dir.resolve_relative_path('../../../locale').get_path());
        const _ = this.gettext.bind(this);
        const icon = Gio.icon_new_for_string(`${this.path}/appearance-symbolic.svg`);
        this._desktop = new Gio.Settings({schema_id: 'org.gnome.desktop.interface'});
        this._shown = null;
        this._tile = new QuickMenuToggle({title: _('Appearance'), gicon: icon});
        this._tile.menu.setHeader(icon, _('Appearance'));
        this._rows = new PopupMenu.PopupMenuSection();
        this._tile.menu.addMenuItem(this._rows);
        // Times are those of the day on which the menu is read.
        this._tile.menu.connect('open-state-changed', (_menu, isOpen) => isOpen && this._update());
        this._tile.connect('clicked', () => clickCommands(this._service.state).forEach(this._run, this));
        this._indicator = new SystemIndicator();
        this._indicator.quickSettingsItems.push(this._tile);
        this._service = new Service(() => this._update());
        // A shell that exits destroys the tile without disabling the extension.
        this._tile.connect('destroy', () => this._service.destroy());
        this._update();
        Main.panel.statusArea.quickSettings.addExternalIndicator(this._indicator);
    }

    disable() {
        this._tile.destroy();
        this._tile = null;
        this._service = null;
        this._rows = null;
        this._indicator.destroy();
        this._indicator = null;
        this._desktop = null;
    }

    _update() {
        const has12Hours = this._desktop.get_string('clock-format') === '12h';
        const hasWindow = Shell.AppSystem.get_default().lookup_app(WINDOW) !== null;
        const format = new Format(this.gettext.bind(this), {has12Hours});
        const {subtitle, isAutomatic, rows} = content(this._service.state, format, hasWindow);
        this._tile.set({subtitle, checked: isAutomatic});
        // The rows of an open menu stay under the pointer.
        const shown = JSON.stringify(rows);
        if (shown === this._shown)
            return;
        this._shown = shown;
        this._rows.removeAll();
        rows.forEach(row => this._rows.addMenuItem(this._item(row)));
    }

    _item({kind, label, isOn, command}) {
        if (kind === 'separator')
            return new PopupMenu.PopupSeparatorMenuItem();
        if (kind === 'switch') {
            const item = new PopupMenu.PopupSwitchMenuItem(label, isOn);
            item.connect('toggled', () => this._run(command));
            return item;
        }
        const item = new PopupMenu.PopupMenuItem(label, kind === 'text' ? {reactive: false} : {});
        if (kind === 'text')
            item.label.clutter_text.line_wrap = true;
        if (kind === 'radio') {
            const {DOT, NO_DOT, NONE} = PopupMenu.Ornament;
            item.setOrnament(isOn ? DOT : NO_DOT ?? NONE);
        }
        if (command)
            item.connect('activate', () => this._run(command));
        return item;
    }

    _run([name, ...values]) {
        if (name === 'openWindow') {
            Main.overview.hide();
            Main.panel.closeQuickSettings();
            Shell.AppSystem.get_default().lookup_app(WINDOW)?.activate();
        } else {
            this._service[name](...values);
        }
    }
}
