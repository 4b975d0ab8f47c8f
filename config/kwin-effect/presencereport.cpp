#include "presencereport.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QVariantMap>

static const QString daemonName = QStringLiteral("io.github.appearanced");
// The limit of a name in a report, in characters.
static constexpr qsizetype longestName = 256;

const QDBusArgument &operator>>(const QDBusArgument &argument, Holder &holder)
{
    argument.beginStructure();
    argument >> holder.kind >> holder.who;
    argument.endStructure();
    return argument;
}

QDBusArgument &operator<<(QDBusArgument &argument, const Holder &holder)
{
    argument.beginStructure();
    argument << holder.kind << holder.who;
    argument.endStructure();
    return argument;
}

static QString printable(const QString &name)
{
    QVector<uint> characters;
    const QVector<uint> all = name.toUcs4();
    for (const uint character : all) {
        const auto category = QChar::category(character);
        const bool isInvisible = category >= QChar::Separator_Line && category <= QChar::Separator_Paragraph;
        const bool isOther = category >= QChar::Other_Control && category <= QChar::Other_NotAssigned;
        if (!isInvisible && !isOther && characters.size() < longestName) {
            characters.append(character);
        }
    }
    return QString::fromUcs4(reinterpret_cast<const char32_t *>(characters.constData()), characters.size());
}

PresenceReport::PresenceReport()
    : m_daemon(daemonName, QDBusConnection::sessionBus(), QDBusServiceWatcher::WatchForRegistration)
{
    qDBusRegisterMetaType<Holder>();
    qDBusRegisterMetaType<QList<Holder>>();
    // A daemon that has just started holds nothing of ours.
    connect(&m_daemon, &QDBusServiceWatcher::serviceRegistered, this, [this] {
        if (!m_holders.isEmpty()) {
            send();
        }
    });
}

PresenceReport::~PresenceReport()
{
    set({});
}

void PresenceReport::set(QList<Holder> holders)
{
    for (Holder &holder : holders) {
        holder.who = printable(holder.who);
    }
    if (holders == m_holders) {
        return;
    }
    m_holders = std::move(holders);
    send();
}

void PresenceReport::send() const
{
    QDBusMessage report = QDBusMessage::createMethodCall(
        daemonName, QStringLiteral("/io/github/appearanced"), QStringLiteral("io.github.appearanced.Appearance1"),
        QStringLiteral("ReportPresence"));
    report << QVariant::fromValue(m_holders) << QVariantMap();
    report.setAutoStartService(false);
    // Where no daemon runs, the next one hears it when it starts.
    QDBusConnection::sessionBus().send(report);
}
