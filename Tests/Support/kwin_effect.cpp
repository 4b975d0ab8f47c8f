// The requests of our effect of KWin on the session bus, without KWin and its pixels, and the part of KWin that
// loads effects; or its reports, without windows.
//
// kwin_effect kwin | kwin-without-effect | presence
//
// Lines out: {"ready": true}, and for each change
// {"progress": NUMBER, "tint": [NUMBER, …], "milliseconds": NUMBER}.
//
// Lines in with `presence`: {"holders": [[KIND, WHO], …]}; {"end": true}, as KWin unloads the effect. Lines out:
// {"done": true} for each.

#include "filterrequests.h"
#include "presencereport.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSocketNotifier>
#include <csignal>
#include <cstdio>
#include <memory>

class KWin : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.kde.kwin.Effects")

public:
    explicit KWin(bool hasEffect)
        : m_hasEffect(hasEffect)
    {
    }

public Q_SLOTS:
    bool isEffectSupported(const QString &name)
    {
        return m_hasEffect && name == QLatin1String("appearance_nightfilter");
    }

    bool loadEffect(const QString &name)
    {
        if (!isEffectSupported(name)) {
            return false;
        }
        if (!m_effect) {
            m_effect = std::make_unique<FilterRequests>([](double progress, const Tint &tint, uint milliseconds) {
                std::printf(
                    "{\"progress\": %g, \"tint\": [%g, %g, %g], \"milliseconds\": %u}\n", progress, tint.red,
                    tint.green, tint.blue, milliseconds);
                return true;
            });
        }
        return true;
    }

private:
    const bool m_hasEffect;
    std::unique_ptr<FilterRequests> m_effect;
};

// Replaces the holders by those of a line from standard input.
static void report(std::unique_ptr<PresenceReport> &presence, const QByteArray &line)
{
    const QJsonObject request = QJsonDocument::fromJson(line).object();
    QList<Holder> holders;
    const QJsonArray rows = request.value(QLatin1String("holders")).toArray();
    for (const QJsonValue &row : rows) {
        holders.append({row.toArray().at(0).toString(), row.toArray().at(1).toString()});
    }
    if (request.contains(QLatin1String("end"))) {
        presence.reset();
    } else {
        presence->set(holders);
    }
    std::puts("{\"done\": true}");
}

int main(int count, char **arguments)
{
    QCoreApplication application(count, arguments);
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    std::signal(SIGTERM, [](int) { std::_Exit(0); });
    if (QCoreApplication::arguments().value(1) == QLatin1String("presence")) {
        auto presence = std::make_unique<PresenceReport>();
        QFile input;
        input.open(stdin, QIODevice::ReadOnly | QIODevice::Unbuffered);
        QSocketNotifier lines(0, QSocketNotifier::Read);
        QObject::connect(&lines, &QSocketNotifier::activated, [&] {
            report(presence, input.readLine());
        });
        std::puts("{\"ready\": true}");
        return application.exec();
    }
    KWin kwin(QCoreApplication::arguments().value(1) == QLatin1String("kwin"));
    QDBusConnection::sessionBus().registerObject(
        QStringLiteral("/Effects"), &kwin, QDBusConnection::ExportAllSlots);
    QDBusConnection::sessionBus().registerService(QStringLiteral("org.kde.KWin"));
    std::puts("{\"ready\": true}");
    return application.exec();
}

#include "kwin_effect.moc"
