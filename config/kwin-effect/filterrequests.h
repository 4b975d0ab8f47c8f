// The requests of appearance-nightfilter on the session bus, without KWin's own classes.

#pragma once

#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusContext>
#include <QDBusMessage>
#include <QDBusServiceWatcher>
#include <functional>

/// The shares of red, green and blue of white at night, each from 0 to 1.
struct Tint {
    double red = 1, green = 0, blue = 0;
};
Q_DECLARE_METATYPE(Tint)

const QDBusArgument &operator>>(const QDBusArgument &argument, Tint &tint);
QDBusArgument &operator<<(QDBusArgument &argument, const Tint &tint);

/// Serves the owner of the filter's bus name only; the original colours return as soon as the owner changes.
class FilterRequests : public QObject, protected QDBusContext
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "io.github.appearanced.NightFilter1")

public:
    /// Fades to a progress, from 0 for the original colours to 1 for night; returns false if it cannot.
    using Fade = std::function<bool(double progress, const Tint &tint, uint milliseconds)>;

    explicit FilterRequests(Fade fade);
    ~FilterRequests() override;

public Q_SLOTS:
    /// Fades to the progress in the milliseconds.
    void Show(double progress, const Tint &tint, uint milliseconds);

private:
    Fade m_fade;
    QDBusServiceWatcher m_filter;
};
