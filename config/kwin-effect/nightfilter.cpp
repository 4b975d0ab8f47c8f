#include "nightfilter.h"

#if QT_VERSION_MAJOR >= 6
#include <opengl/glshader.h>
#include <opengl/glshadermanager.h>
#else
#include <kwinglplatform.h>
#include <kwinglutils.h>
#endif

using namespace KWin;

// The luminance of a pixel, in linear light, times the tint. Colours are premultiplied.
static const QByteArray luminance = R"(
vec3 linear(vec3 color) {
    return mix(color / 12.92, pow((color + vec3(0.055)) / 1.055, vec3(2.4)), step(vec3(0.04045), color));
}

float encoded(float light) {
    return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1.0 / 2.4) - 0.055;
}

uniform float progress;
uniform vec3 tint;

vec4 night(vec4 color) {
    float alpha = max(color.a, 0.001);
    float light = dot(linear(clamp(color.rgb / alpha, 0.0, 1.0)), vec3(0.2126, 0.7152, 0.0722));
    return vec4(mix(color.rgb, encoded(light) * tint * color.a, progress), color.a);
}
)";

#if QT_VERSION_MAJOR >= 6
// KWin's own functions convert from the colours of windows, sRGB, to those of the output.
static const QByteArray core = QByteArray("#version 140\n#include \"colormanagement.glsl\"\n") + luminance + R"(
uniform sampler2D sampler;
uniform vec4 modulation;
in vec2 texcoord0;
out vec4 fragColor;

void main() {
    vec4 color = night(texture(sampler, texcoord0)) * modulation;
    vec4 shown = nitsToDestinationEncoding(sourceEncodingToNitsInDestinationColorspace(color));
    // In the colours of the output, sRGB's red has green and blue.
    vec3 pure = shown.rgb * mix(vec3(1.0), step(vec3(0.001), tint), progress);
    fragColor = vec4(pure, shown.a);
}
)";
#else
static const QByteArray core = QByteArray("#version 140\n") + luminance + R"(
uniform sampler2D sampler;
uniform vec4 modulation;
in vec2 texcoord0;
out vec4 fragColor;

void main() { fragColor = night(texture(sampler, texcoord0)) * modulation; }
)";

static const QByteArray legacy = luminance + R"(
uniform sampler2D sampler;
uniform vec4 modulation;
varying vec2 texcoord0;

void main() { gl_FragColor = night(texture2D(sampler, texcoord0)) * modulation; }
)";
#endif

NightFilterEffect::NightFilterEffect()
    : m_requests([this](double progress, const Tint &tint, uint milliseconds) {
        if (progress > 0 && !loadShader()) {
            return false;
        }
        if (progress > 0) {
            m_tint = tint;
        }
        fade(progress, milliseconds);
        return true;
    })
{
    connect(effects, &EffectsHandler::windowAdded, this, [this](EffectWindow *window) {
        if (isActive()) {
            add(window);
        }
    });
    connect(&m_fade, &QVariantAnimation::valueChanged, this, [this](const QVariant &progress) {
        draw(progress.toDouble());
    });
    connect(effects, &EffectsHandler::windowActivated, this, &NightFilterEffect::follow);
#if QT_VERSION_MAJOR < 6
    connect(effects, &EffectsHandler::windowFullScreenChanged, this, &NightFilterEffect::reportFullScreen);
#endif
    follow(effects->activeWindow());
}

NightFilterEffect::~NightFilterEffect()
{
    if (m_shader) {
        effects->makeOpenGLContextCurrent();
        m_shader.reset();
    }
}

bool NightFilterEffect::supported()
{
    return OffscreenEffect::supported();
}

bool NightFilterEffect::isActive() const
{
    return m_progress > 0;
}

// The last effect, so that others change the windows before.
int NightFilterEffect::requestedEffectChainPosition() const
{
    return 99;
}

bool NightFilterEffect::loadShader()
{
    if (m_shader) {
        return true;
    }
    effects->makeOpenGLContextCurrent();
#if QT_VERSION_MAJOR >= 6
    m_shader = ShaderManager::instance()->generateCustomShader(ShaderTrait::MapTexture, {}, core);
#else
    const auto platform = GLPlatform::instance();
    const auto first = platform->isGLES() ? kVersionNumber(3, 0) : kVersionNumber(1, 40);
    m_shader = ShaderManager::instance()->generateCustomShader(
        ShaderTrait::MapTexture, {}, platform->glslVersion() >= first ? core : legacy);
    if (!m_shader->isValid()) {
        m_shader.reset();
    }
#endif
    return m_shader != nullptr;
}

void NightFilterEffect::fade(double progress, uint milliseconds)
{
    m_fade.stop();
    if (milliseconds == 0 || progress == m_progress) {
        draw(progress);
        return;
    }
    m_fade.setStartValue(m_progress);
    m_fade.setEndValue(progress);
    m_fade.setDuration(int(milliseconds));
    m_fade.start();
}

void NightFilterEffect::draw(double progress)
{
    const bool wasActive = isActive();
    m_progress = progress;
    if (isActive()) {
        effects->makeOpenGLContextCurrent();
        ShaderBinder binder(m_shader.get());
        m_shader->setUniform("progress", float(m_progress));
        m_shader->setUniform("tint", QVector3D(float(m_tint.red), float(m_tint.green), float(m_tint.blue)));
    }
    if (isActive() != wasActive) {
        const auto windows = effects->stackingOrder();
        for (EffectWindow *window : windows) {
            if (isActive()) {
                add(window);
            } else {
                unredirect(window);
            }
        }
    }
    effects->addRepaintFull();
}

void NightFilterEffect::add(EffectWindow *window)
{
    redirect(window);
    setShader(window, m_shader.get());
}

// Follows the window in use, which is null on an empty desktop. Titles are never read.
void NightFilterEffect::follow(EffectWindow *window)
{
#if QT_VERSION_MAJOR >= 6
    if (m_window) {
        disconnect(m_window.data(), &EffectWindow::windowFullScreenChanged, this, nullptr);
    }
    if (window) {
        connect(window, &EffectWindow::windowFullScreenChanged, this, &NightFilterEffect::reportFullScreen);
    }
#endif
    m_window = window;
    reportFullScreen();
}

void NightFilterEffect::reportFullScreen()
{
    if (!m_window || !m_window->isFullScreen()) {
        m_presence.set({});
        return;
    }
    // The name of the instance and that of the class, which has no spaces.
    m_presence.set({{QStringLiteral("fullscreen"), m_window->windowClass().section(QLatin1Char(' '), -1)}});
}

KWIN_EFFECT_FACTORY_SUPPORTED(NightFilterEffect, "metadata.json", return NightFilterEffect::supported();)

#include "nightfilter.moc"
