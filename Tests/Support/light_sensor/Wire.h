// The part of Arduino's I2C library that Examples/light-sensor uses, with a BH1750 that the test sets.
#pragma once
#include <cstddef>
#include <cstdint>

struct TwoWire {
    // The next measurement; -1 if nothing answers.
    static int counts;
    // Whether the sensor is on and measures.
    static bool isOn, isMeasuring;
    static int left;
    uint8_t command = 0;

    void begin() {}
    void beginTransmission(uint8_t) {}
    size_t write(uint8_t byte) { command = byte; return 1; }
    uint8_t endTransmission() {
        if (counts < 0) { isOn = isMeasuring = false; return 2; }
        if (command == 0x01) isOn = true;
        if (command == 0x10 && isOn) isMeasuring = true;
        return 0;
    }
    size_t requestFrom(uint8_t address, uint8_t count) {
        if (address != 0x23 || counts < 0 || !isMeasuring) return 0;
        left = 2;
        return count;
    }
    int read() { return left-- == 2 ? counts >> 8 : counts & 0xFF; }
};

extern TwoWire Wire;
