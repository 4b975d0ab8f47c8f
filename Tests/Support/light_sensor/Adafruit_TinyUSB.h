// The part of Adafruit's library that Examples/light-sensor uses, for a test without a board.
#pragma once
#include <cstddef>
#include <cstdint>

enum hid_report_type_t { HID_REPORT_TYPE_INVALID, HID_REPORT_TYPE_INPUT, HID_REPORT_TYPE_OUTPUT, HID_REPORT_TYPE_FEATURE };

using GetReport = uint16_t (*)(uint8_t, hid_report_type_t, uint8_t *, uint16_t);
using SetReport = void (*)(uint8_t, hid_report_type_t, const uint8_t *, uint16_t);

struct Adafruit_USBD_HID {
    static const uint8_t *descriptor;
    static size_t size;
    static GetReport get;
    static SetReport set;

    void setReportDescriptor(const uint8_t *bytes, uint16_t count) { descriptor = bytes, size = count; }
    void setReportCallback(GetReport getReport, SetReport setReport) { get = getReport, set = setReport; }
    void setStringDescriptor(const char *) {}
    bool begin() { return true; }
    bool ready() { return true; }
    bool sendReport(uint8_t id, const void *report, uint8_t count);
};

void delay(unsigned long milliseconds);
