// The reports of what changes wait for, to the daemon on the session bus, without KWin's own classes.

#pragma once

#include <QDBusArgument>
#include <QDBusServiceWatcher>
#include <QList>

/// A reason to wait, such as a full screen, and the name of the program, as the daemon's ReportPresence has them.
struct Holder {
    QString kind;
    QString who;

    bool operator==(const Holder &other) const
    {
        return kind == other.kind && who == other.who;
    }
};
Q_DECLARE_METATYPE(Holder)

const QDBusArgument &operator>>(const QDBusArgument &argument, Holder &holder);
QDBusArgument &operator<<(QDBusArgument &argument, const Holder &holder);

/// Reports what holds changes. The daemon forgets it when KWin leaves the bus, and hears it again when it starts; it
/// is never started by this.
class PresenceReport : public QObject
{
    Q_OBJECT

public:
    PresenceReport();
    /// Releases everything, as KWin stays on the bus.
    ~PresenceReport() override;

    /// Replaces the holders.
    void set(QList<Holder> holders);

private:
    void send() const;

    QList<Holder> m_holders;
    QDBusServiceWatcher m_daemon;
};
