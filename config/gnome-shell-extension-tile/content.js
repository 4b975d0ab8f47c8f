// The words of the tile and the rows of its menu, without the shell's own modules. The tray has more of both.

import GLib from 'gi://GLib';

// Returns a template with its values in place of each %s in turn, and of %1$s by number. A mark without a
// value stays, as a translation may be wrong.
function filled(template, ...values) {
    let next = 0;
    return template.replace(
        /%(?:([1-9])\$)?s/g, (mark, number) => values[number ? number - 1 : next++] ?? mark);
}

// The language of the tile: its translation `_` of English texts, its clock of 12 or 24 hours, and the
// present time in seconds.
export class Format {
    constructor(_, {has12Hours = false, now = Date.now() / 1000} = {}) {
        this._ = _;
        this._clock = has12Hours ? '%-I:%M %p' : '%H:%M';
        this._now = now;
    }

    // Returns a time of day, with its day if that is not today. The microseconds and the time zone are those of
    // the bus.
    time(microseconds, zone) {
        const {_} = this;
        const zoned = GLib.TimeZone.new_identifier(zone) ?? GLib.TimeZone.new_local();
        const local = seconds => GLib.DateTime.new_from_unix_utc(Math.floor(seconds)).to_timezone(zoned);
        const then = local(microseconds / 1e6);
        const clock = then.format(this._clock);
        const day = time => GLib.Date.new_dmy(
            time.get_day_of_month(), time.get_month(), time.get_year()).get_julian();
        const distance = day(then) - day(local(this._now));
        if (distance === 0)
            return clock;
        if (distance === 1)
            return filled(_('%s tomorrow'), clock);
        if (distance > 6 || distance < 0)
            return filled(_('%1$s on %2$s'), clock, then.format('%F'));
        return filled([
            _('%s on Monday'), _('%s on Tuesday'), _('%s on Wednesday'), _('%s on Thursday'),
            _('%s on Friday'), _('%s on Saturday'), _('%s on Sunday'),
        ][then.get_day_of_week() - 1], clock);
    }

    // Returns the name of an appearance or a mode.
    title(name) {
        const {_} = this;
        return {
            auto: _('Automatic'), light: _('Light'), dark: _('Dark'), night: _('Night'),
        }[name] ?? name;
    }

    // Returns the state in one sentence, without a level of light.
    sentence(state) {
        const {_} = this;
        const at = microseconds => this.time(microseconds, state.TimeZone);
        switch (state.Reason) {
        case 'manual':
            return state.ModeUntil
                ? filled(_('You chose it; automatic again at %s.'), at(state.ModeUntil))
                : _('You chose it, until you change it.');
        case 'inhibited':
            return this._inhibited(state, at);
        case 'startup':
            return _('The light sensor is being checked; until then it stays as it was.');
        }
        if (state.PendingChange)
            return state.WaitsFor?.[0] ? this._waiting(state, at) : this._pending(state, at);
        if (state.Reason === 'sensor') {
            return state.SensorState === 'stale'
                ? _('The light sensor is silent; its last level still counts.')
                : _('The light in the room decides.');
        }
        return this._scheduled(state, at);
    }

    _inhibited(state, at) {
        const {_} = this;
        if (state.Paused) {
            return state.PausedUntil
                ? filled(_('Paused until %s.'), at(state.PausedUntil))
                : _('Paused until you turn the pause off.');
        }
        const [program] = state.Inhibitors ?? [];
        return program ? filled(_('%1$s keeps it: %2$s.'), ...program) : _('A program keeps it.');
    }

    _pending(state, at) {
        const {_} = this;
        const template = {
            light: _('The light has changed: light at %s unless it changes back.'),
            dark: _('The light has changed: dark at %s unless it changes back.'),
            night: _('The light has changed: night at %s unless it changes back.'),
        }[state.PendingAppearance];
        return filled(template ?? '', at(state.PendingChange));
    }

    // Returns the sentence about a change that is due, and for what it waits.
    _waiting(state, at) {
        const {_} = this;
        const [kind, who] = state.WaitsFor;
        const bound = {
            light: _('It becomes light at %s at the latest.'),
            dark: _('It becomes dark at %s at the latest.'),
            night: _('It becomes night at %s at the latest.'),
        }[state.PendingAppearance] ?? '';
        const named = (template, nameless) => who ? filled(template, who) : nameless;
        const cause = {
            fullscreen: named(
                _('That waits while %s fills the screen.'), _('That waits while a program fills the screen.')),
            gamemode: named(_('That waits while %s runs.'), _('That waits while a game runs.')),
            programs: filled(_('That waits while %s runs.'), who),
            inhibitors: named(
                _('That waits while %s asks for no interruption.'),
                _('That waits while a program asks for no interruption.')),
            screencast: _('That waits while the screen is shared.'),
            input: _('That waits for a pause of the keyboard and the pointer.'),
            use: _('That waits until the desktop is idle.'),
            unlocked: _('That waits until the screen is locked.'),
            start: _('That waits until the programs in use are known.'),
        }[kind] ?? '';
        return `${filled(bound, at(state.PendingChange))} ${cause}`.trim();
    }

    _scheduled(state, at) {
        const {_} = this;
        if (state.SensorState === 'warming')
            return _('The light sensor is being checked; until then the sun and the clock decide.');
        if (state.SensorState === 'distrusted')
            return _('The light sensor does not work; the sun and the clock decide.');
        const template = {
            light: _('By the sun and the clock; light at %s.'),
            dark: _('By the sun and the clock; dark at %s.'),
            night: _('By the sun and the clock; night at %s.'),
        }[state.NextAppearance];
        return template
            ? filled(template, at(state.NextChange)) : _('By the sun and the clock.');
    }
}

const MODES = ['auto', 'light', 'dark', 'night'];

// Returns the tile of a state, and the rows of its menu. A row has a kind (text, separator, command, radio or
// switch), and, apart from a separator, a label; the last two have isOn; all but the first two have a command,
// which is the name of a method and its arguments.
export function content(state, format, hasWindow) {
    const {_} = format;
    const rows = [
        {kind: 'text', label: state ? format.sentence(state) : _('The service is not running.')},
        {kind: 'separator'},
    ];
    if (state) {
        rows.push(
            ...modeRows(state, format), {kind: 'separator'},
            {
                kind: 'switch', label: _('Pause changes'), isOn: state.Paused,
                command: [state.Paused ? 'resume' : 'pause'],
            });
    } else {
        rows.push({kind: 'command', label: _('Start the service'), command: ['start']});
    }
    if (hasWindow)
        rows.push({kind: 'separator'}, {kind: 'command', label: _('Settings…'), command: ['openWindow']});
    return {
        subtitle: state ? format.title(state.Appearance) : _('Not running'),
        isAutomatic: state?.Mode === 'auto' && !state.Paused,
        rows,
    };
}

function modeRows(state, format) {
    const {_} = format;
    const rows = MODES.map(mode => ({
        kind: 'radio', label: format.title(mode), isOn: state.Mode === mode,
        command: ['setMode', mode, mode !== 'auto'],
    }));
    if (state.Mode === 'auto')
        return rows;
    const end = state.ModeUntil
        ? filled(_('Until %s'), format.time(state.ModeUntil, state.TimeZone)) : _('Until the next change');
    return [
        ...rows, {kind: 'separator'},
        {
            kind: 'radio', label: end, isOn: state.ModeUntil !== 0,
            command: ['setMode', state.Mode, true],
        }, {
            kind: 'radio', label: _('Until I change it'), isOn: state.ModeUntil === 0,
            command: ['setMode', state.Mode, false],
        },
    ];
}

// Returns the commands of a click on the tile, which starts the daemon, or turns automatic changes on or off.
export function clickCommands(state) {
    if (!state)
        return [['start']];
    if (state.Mode === 'auto' && !state.Paused)
        return [['setMode', state.Appearance, true]];
    return [...state.Paused ? [['resume']] : [], ...state.Mode === 'auto' ? [] : [['setMode', 'auto', false]]];
}
