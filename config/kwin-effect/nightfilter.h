// Turns all windows black and red at night, as appearance-nightfilter requests on the session bus.
// Nothing is stored: if the filter exits or is killed, the colours return at once.

#pragma once

#include <QDBusArgument>
#include <QDBusContext>
#include <QDBusServiceWatcher>
#include <QVariantAnimation>
#include <memory>

#if QT_VERSION_MAJOR >= 6
#include <effect/effecthandler.h>
#include <effect/effectwindow.h>
#include <effect/offscreeneffect.h>
#else
#include <kwinoffscreeneffect.h>
#endif

/// The shares of red, green and blue of white at night, each from 0 to 1.
struct Tint {
    double red = 1, green = 0, blue = 0;
};
Q_DECLARE_METATYPE(Tint)

const QDBusArgument &operator>>(const QDBusArgument &argument, Tint &tint);
QDBusArgument &operator<<(QDBusArgument &argument, const Tint &tint);

class NightFilterEffect : public KWin::OffscreenEffect, protected QDBusContext
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "io.github.appearanced.NightFilter1")

public:
    NightFilterEffect();
    ~NightFilterEffect() override;

    static bool supported();

    bool isActive() const override;
    int requestedEffectChainPosition() const override;

public Q_SLOTS:
    /// Fades to the progress, from 0 for the original colours to 1 for night, in the milliseconds.
    void Show(double progress, const Tint &tint, uint milliseconds);

private:
    bool loadShader();
    void follow(const QString &caller);
    void fade(double progress, uint milliseconds);
    void draw(double progress);
    void add(KWin::EffectWindow *window);

    double m_progress = 0;
    Tint m_tint;
    std::unique_ptr<KWin::GLShader> m_shader;
    QVariantAnimation m_fade;
    QDBusServiceWatcher m_callers;
};
