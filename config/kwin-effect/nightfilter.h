// Turns all windows black and red at night, as appearance-nightfilter requests on the session bus.
// Nothing is stored: if the filter exits or is killed, the colours return at once.
//
// Tells the daemon of a window in use that fills the screen.

#pragma once

#include "filterrequests.h"
#include "presencereport.h"

#include <QPointer>
#include <QVariantAnimation>
#include <memory>

#if QT_VERSION_MAJOR >= 6
#include <effect/effecthandler.h>
#include <effect/effectwindow.h>
#include <effect/offscreeneffect.h>
#else
#include <kwinoffscreeneffect.h>
#endif

class NightFilterEffect : public KWin::OffscreenEffect
{
    Q_OBJECT

public:
    NightFilterEffect();
    ~NightFilterEffect() override;

    static bool supported();

    bool isActive() const override;
    int requestedEffectChainPosition() const override;

private:
    bool loadShader();
    void fade(double progress, uint milliseconds);
    void draw(double progress);
    void add(KWin::EffectWindow *window);
    void follow(KWin::EffectWindow *window);
    void reportFullScreen();

    double m_progress = 0;
    Tint m_tint;
    std::unique_ptr<KWin::GLShader> m_shader;
    QVariantAnimation m_fade;
    FilterRequests m_requests;
    QPointer<KWin::EffectWindow> m_window;
    PresenceReport m_presence;
};
