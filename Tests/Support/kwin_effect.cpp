// The requests of our effect of KWin on the session bus, without KWin and its pixels, and the part of KWin that
// loads effects.
//
// kwin_effect kwin | kwin-without-effect
//
// Lines out: {"ready": true}, and for each change
// {"progress": NUMBER, "tint": [NUMBER, …], "milliseconds": NUMBER}.

#include "filterrequests.h"

#include <QCoreApplication>
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

int main(int count, char **arguments)
{
    QCoreApplication application(count, arguments);
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    std::signal(SIGTERM, [](int) { std::_Exit(0); });
    KWin kwin(QCoreApplication::arguments().value(1) == QLatin1String("kwin"));
    QDBusConnection::sessionBus().registerObject(
        QStringLiteral("/Effects"), &kwin, QDBusConnection::ExportAllSlots);
    QDBusConnection::sessionBus().registerService(QStringLiteral("org.kde.KWin"));
    std::puts("{\"ready\": true}");
    return application.exec();
}

#include "kwin_effect.moc"
