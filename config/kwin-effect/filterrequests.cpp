#include "filterrequests.h"

#include <QDBusMetaType>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <algorithm>
#include <cmath>

static const QString busName = QStringLiteral("io.github.appearanced.KWin");
static const QString objectPath = QStringLiteral("/io/github/appearanced/KWin");
static const QString filterName = QStringLiteral("io.github.appearanced.NightFilter");
static constexpr uint longestFade = 10 * 60 * 1000;
// The smallest floor of the configuration (nightfilter.floor).
static constexpr double tintFloor = 0.05;

const QDBusArgument &operator>>(const QDBusArgument &argument, Tint &tint)
{
    argument.beginStructure();
    argument >> tint.red >> tint.green >> tint.blue;
    argument.endStructure();
    return argument;
}

QDBusArgument &operator<<(QDBusArgument &argument, const Tint &tint)
{
    argument.beginStructure();
    argument << tint.red << tint.green << tint.blue;
    argument.endStructure();
    return argument;
}

static double clamped(double number)
{
    return std::isfinite(number) ? std::clamp(number, 0.0, 1.0) : 0;
}

// A tint below the floor is raised to it, and a black one is red, as the filter does.
static Tint raised(const Tint &tint)
{
    const Tint valid = {clamped(tint.red), clamped(tint.green), clamped(tint.blue)};
    const double greatest = std::max({valid.red, valid.green, valid.blue});
    if (greatest == 0) {
        return {tintFloor, 0, 0};
    }
    const double factor = std::max(tintFloor / greatest, 1.0);
    return {clamped(valid.red * factor), clamped(valid.green * factor), clamped(valid.blue * factor)};
}

FilterRequests::FilterRequests(Fade fade)
    : m_fade(std::move(fade))
    , m_filter(filterName, QDBusConnection::sessionBus(), QDBusServiceWatcher::WatchForOwnerChange)
{
    qDBusRegisterMetaType<Tint>();
    connect(&m_filter, &QDBusServiceWatcher::serviceOwnerChanged, this, [this] {
        m_fade(0, Tint(), 0);
    });
    QDBusConnection::sessionBus().registerObject(objectPath, this, QDBusConnection::ExportAllSlots);
    QDBusConnection::sessionBus().registerService(busName);
}

FilterRequests::~FilterRequests()
{
    QDBusConnection::sessionBus().unregisterService(busName);
    QDBusConnection::sessionBus().unregisterObject(objectPath);
}

// The watcher reports only later changes, so the bus is asked for the owner at each request: the caller may
// have left before KWin had time for it.
void FilterRequests::Show(double progress, const Tint &tint, uint milliseconds)
{
    setDelayedReply(true);
    const QDBusMessage request = message();
    QDBusMessage question = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.DBus"), QStringLiteral("/org/freedesktop/DBus"),
        QStringLiteral("org.freedesktop.DBus"), QStringLiteral("GetNameOwner"));
    question << filterName;
    auto *owner = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(question), this);
    connect(owner, &QDBusPendingCallWatcher::finished, this, [=, this] {
        owner->deleteLater();
        const QDBusPendingReply<QString> name = *owner;
        QDBusMessage reply;
        if (name.isError() || name.value() != request.service()) {
            reply = request.createErrorReply(
                QDBusError::AccessDenied, QStringLiteral("only the owner of %1 is served").arg(filterName));
        } else if (!m_fade(clamped(progress), raised(tint), std::min(milliseconds, longestFade))) {
            reply = request.createErrorReply(
                QDBusError::NotSupported, QStringLiteral("KWin refused the shader; its log has the reason"));
        } else {
            reply = request.createReply();
        }
        if (request.isReplyRequired()) {
            QDBusConnection::sessionBus().send(reply);
        }
    });
}
