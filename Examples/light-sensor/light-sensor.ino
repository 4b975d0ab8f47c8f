// A light sensor for USB: a Raspberry Pi Pico, and a BH1750 at its I2C pins (GP4 SDA, GP5 SCL, 3V3, GND).
//
// The computer sees a HID sensor, which the kernel reads without further software. Build it with the Arduino
// core for RP2040 boards and "USB Stack: Adafruit TinyUSB"; see docs/desktop-pc.md.
#include <Adafruit_TinyUSB.h>
#include <Wire.h>
#include <string.h>

// The kernel takes the first byte of each report for its ID, so that there must be one.
static const uint8_t reportID = 1;

static const uint8_t descriptor[] = {
    0x05, 0x20,                    // usage page: sensors
    0x09, 0x41,                    // usage: ambient light
    0xA1, 0x00,                    // collection: physical
    0x85, 0x01,                    //   report ID 1
    0x0A, 0x16, 0x03,              //   usage: reporting state
    0x15, 0x01, 0x25, 0x02,        //   1 to 2
    0x75, 0x08, 0x95, 0x01,        //   8 bits
    0xA1, 0x02,                    //   collection: logical
    0x0A, 0x40, 0x08,              //     usage: no events
    0x0A, 0x41, 0x08,              //     usage: all events
    0xB1, 0x00,                    //     feature: array
    0xC0,                          //   end
    0x0A, 0x19, 0x03,              //   usage: power state
    0xA1, 0x02,                    //   collection: logical
    0x0A, 0x51, 0x08,              //     usage: full power
    0x0A, 0x55, 0x08,              //     usage: power off
    0xB1, 0x00,                    //     feature: array
    0xC0,                          //   end
    0x0A, 0x0E, 0x03,              //   usage: report interval, in milliseconds
    0x15, 0x00,                    //   0 to 65535
    0x27, 0xFF, 0xFF, 0x00, 0x00,  //
    0x75, 0x10,                    //   16 bits
    0xB1, 0x02,                    //   feature: variable
    0x0A, 0xD1, 0x04,              //   usage: illuminance
    0x27, 0xFF, 0xFF, 0xFF, 0x7F,  //   0 to 2147483647
    0x55, 0x0E,                    //   times 10 to the power of -2, in lux
    0x75, 0x20,                    //   32 bits
    0x81, 0x02,                    //   input: variable
    0xC0,                          // end
};

// The two reports, little-endian as the processor is, without the ID.
struct __attribute__((packed)) Feature {
    uint8_t reporting = 1;
    uint8_t power = 1;
    uint16_t interval = 100;
};

struct __attribute__((packed)) Input {
    uint32_t hundredthLux = 0;
};

static Adafruit_USBD_HID hid;
static Feature feature;
static Input input;
// False until the sensor has answered: no report is better than a wrong one.
static bool isKnown = false;

static const uint8_t address = 0x23;

// Answers a question of the kernel; 0 refuses it.
static uint16_t getReport(uint8_t id, hid_report_type_t type, uint8_t *report, uint16_t size) {
    if (id != reportID) return 0;
    if (type == HID_REPORT_TYPE_FEATURE && size >= sizeof feature) {
        memcpy(report, &feature, sizeof feature);
        return sizeof feature;
    }
    if (type == HID_REPORT_TYPE_INPUT && isKnown && size >= sizeof input) {
        memcpy(report, &input, sizeof input);
        return sizeof input;
    }
    return 0;
}

static void setReport(uint8_t id, hid_report_type_t type, const uint8_t *report, uint16_t size) {
    if (id != reportID || type != HID_REPORT_TYPE_FEATURE || size < sizeof feature) return;
    memcpy(&feature, report, sizeof feature);
    // The kernel sleeps for twice the interval before it reads.
    if (feature.interval < 50 || feature.interval > 1000) feature.interval = 100;
}

static bool send(uint8_t command) {
    Wire.beginTransmission(address);
    Wire.write(command);
    return Wire.endTransmission() == 0;
}

static void startSensor() {
    send(0x01);  // on
    send(0x10);  // measure again and again, to 1 lux
}

// Reads a measurement, which counts 1.2 for a lux.
static void readSensor() {
    isKnown = Wire.requestFrom(address, (uint8_t)2) == 2;
    if (!isKnown) return startSensor();
    uint32_t counts = (uint32_t)Wire.read() << 8;
    counts |= (uint32_t)Wire.read();
    input.hundredthLux = counts * 250 / 3;
}

void setup() {
    hid.setReportDescriptor(descriptor, sizeof descriptor);
    hid.setReportCallback(getReport, setReport);
    hid.setStringDescriptor("Light sensor");
    hid.begin();
    Wire.begin();
    startSensor();
    delay(200);
}

void loop() {
    readSensor();
    if (isKnown && feature.reporting == 2 && hid.ready()) hid.sendReport(reportID, &input, sizeof input);
    // A measurement takes up to 180 ms.
    delay(feature.interval < 200 ? 200 : feature.interval);
}
