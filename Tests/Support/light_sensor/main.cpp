// Runs the sketch of Examples/light-sensor with lines from standard input:
//
//   counts N      the next measurement of the sensor; -1 if it does not answer
//   loop          one turn; prints what it sends
//   get TYPE      the answer to a question of the kernel; 1 is input, 3 feature
//   set HEX       the kernel sets the features
//   descriptor    the descriptor
#include "Adafruit_TinyUSB.h"
#include "Wire.h"
#include <cstdio>
#include <iostream>
#include <string>

const uint8_t *Adafruit_USBD_HID::descriptor;
size_t Adafruit_USBD_HID::size;
GetReport Adafruit_USBD_HID::get;
SetReport Adafruit_USBD_HID::set;
int TwoWire::counts = 0, TwoWire::left = 0;
bool TwoWire::isOn = false, TwoWire::isMeasuring = false;
TwoWire Wire;

void delay(unsigned long) {}
void setup();
void loop();

static void print(const char *word, const void *bytes, size_t count) {
    std::printf("%s", word);
    for (size_t index = 0; index < count; index++) std::printf(" %02x", ((const uint8_t *)bytes)[index]);
    std::printf("\n");
    std::fflush(stdout);
}

bool Adafruit_USBD_HID::sendReport(uint8_t id, const void *report, uint8_t count) {
    std::printf("%d", id);
    print(" sent", report, count);
    return true;
}

int main() {
    setup();
    std::string word;
    while (std::cin >> word) {
        if (word == "counts") std::cin >> TwoWire::counts;
        if (word == "loop") loop();
        if (word == "descriptor") print("descriptor", Adafruit_USBD_HID::descriptor, Adafruit_USBD_HID::size);
        if (word == "get") {
            int type;
            std::cin >> type;
            uint8_t report[64];
            print("report", report, Adafruit_USBD_HID::get(1, (hid_report_type_t)type, report, sizeof report));
        }
        if (word == "set") {
            uint8_t report[64];
            size_t count = 0;
            std::string hex;
            std::cin >> hex;
            for (; count * 2 + 1 < hex.size(); count++) report[count] = std::stoi(hex.substr(count * 2, 2), nullptr, 16);
            Adafruit_USBD_HID::set(1, HID_REPORT_TYPE_FEATURE, report, count);
        }
    }
}
