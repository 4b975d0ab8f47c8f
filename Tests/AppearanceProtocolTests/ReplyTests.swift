import AppearanceModel
import AppearanceProtocol
import AppearanceTestSupport
import Testing

@Suite(.bounded) struct ReplyTests {
    @Test func `a status is encoded exactly`() {
        #expect(
            text(.status(Examples.fullSnapshot), continues: true) == #"""
                {"parameters":{"status":{"mode":"dark","appearance":"night","previous":"light",\#
                "reason":"inhibited","explanation":"Held for \"mpv\": 12 lux \\ 40 lux\n…",\#
                "since":1750000000000001,"until":1750000000000002,"next_change":1750000000000003,\#
                "next_appearance":"light","pending_change":1750000000000004,\#
                "pending_appearance":"dark","waits_for":{"kind":"fullscreen","who":"mpv é"},\#
                "at_most":1750000000000008,"light":12.5,"light_unit":"percent",\#
                "reported_by":"desk \"lamp\"","reported_until":1750000000000005,\#
                "sensor":"distrusted","paused":true,"paused_until":1750000000000006,\#
                "light_paused_until":1750000000000009,"light_needed":true,\#
                "inhibitors":[{"who":"mpv","why":"a \"film\""},{"who":"x","why":""}],\#
                "configuration":"/etc/\"own\".toml","configuration_loaded":1750000000000007,\#
                "configuration_error":"line 3: \t?","warning":"mpv (process 3)","time_zone":"Europe/Berlin",\#
                "sequence":9223372036854775807}},"continues":true}\#0
                """#)
    }

    @Test func `a missing value is encoded as null`() {
        #expect(
            text(.status(Examples.bareSnapshot)) == #"""
                {"parameters":{"status":{"mode":"auto","appearance":"light","previous":null,\#
                "reason":"startup","explanation":"","since":0,"until":null,"next_change":null,\#
                "next_appearance":null,"pending_change":null,"pending_appearance":null,\#
                "waits_for":null,"at_most":null,"light":null,"light_unit":null,"reported_by":null,"reported_until":null,\#
                "sensor":"none","paused":false,"paused_until":null,"light_paused_until":null,"light_needed":false,\#
                "inhibitors":[],\#
                "configuration":null,"configuration_loaded":null,"configuration_error":null,\#
                "warning":null,"time_zone":null,"sequence":-9223372036854775808}}}\#0
                """#)
    }

    @Test func `an explanation is encoded as a tree`() {
        #expect(
            text(.explanation(Examples.fullRationale)) == #"""
                {"parameters":{"explanation":{"appearance":"dark","since":1,"mode":"auto",\#
                "reason":"sensor","until":2,"inputs":[\#
                {"name":"manual","vote":null,"weight":"ignored","why":"no mode was set"},\#
                {"name":"sensor","vote":"light","weight":"standby","why":"90 lux"},\#
                {"name":"schedule","vote":"dark","weight":"decides","why":"after sunset"}],\#
                "light":{"filtered":90.5,"raw":100.0,"unit":"lux","thresholds":{"dark_below":40.0,\#
                "light_above":80.0,"night_below":3.0,"night_above":8.0},\#
                "report":{"age_seconds":1.5,"connected":true}},\#
                "dwell":{"target":"light","elapsed_seconds":1.234567,"needed_seconds":15.0},\#
                "next":{"at":3,"appearance":"night","why":"22:30"},"until_next":4,\#
                "by_light":[{"appearance":"light","above":80.0},\#
                {"appearance":"night","below":3.0}]}}}\#0
                """#)
    }

    @Test func `sensors are encoded as an array`() {
        #expect(
            text(.sensors(Examples.sensors)) == #"""
                {"parameters":{"sensors":[{"name":"als","path":"/sys/devices/a/iio:device0",\#
                "source":"iio","light":12.5,"unit":"lux","state":"trusted","chosen":true,\#
                "problem":null,"age":2000000,"why_not":null,"unread":"lid_closed"},{"name":"acpi-als","path":"/sys/devices/b","source":"iio",\#
                "light":null,"unit":null,"state":"none","chosen":false,\#
                "problem":"it cannot be read","age":null,"why_not":"als decides","unread":null}]}}\#0
                """#)
        #expect(text(.sensors([])) == "{\"parameters\":{\"sensors\":[]}}\0")
    }

    @Test func `the service information is encoded`() {
        #expect(
            text(.information(version: "1.2.3")) == #"""
                {"parameters":{"vendor":"appearanced","product":"appearanced","version":"1.2.3",\#
                "url":"https://github.com/appearanced/appearanced",\#
                "interfaces":["org.varlink.service","io.github.appearanced"]}}\#0
                """#)
    }

    @Test func `a reply without content is an empty object`() {
        #expect(text(.done) == "{\"parameters\":{}}\0")
        #expect(text(.done, continues: true) == "{\"parameters\":{},\"continues\":true}\0")
    }

    @Test(arguments: [
        (
            VarlinkError.noSuchEvent(until: "sunrise", next: WallTime(secondsSinceEpoch: 1)),
            #""io.github.appearanced.NoSuchEvent","parameters":{"until":"sunrise","next":1000000}"#
        ),
        (
            .noSuchEvent(until: "sunset", next: nil),
            #""io.github.appearanced.NoSuchEvent","parameters":{"until":"sunset","next":null}"#
        ),
        (
            .limitsExceeded(limit: "256 connections"),
            #""io.github.appearanced.LimitsExceeded","parameters":{"limit":"256 connections"}"#
        ),
        (
            .methodNotImplemented(method: Request.listSensors.method),
            #""org.varlink.service.MethodNotImplemented","parameters":{"method":"io.github.appearanced.ListSensors"}"#
        ),
        (
            .calledByHook(hook: "10-own"),
            #""io.github.appearanced.CalledByHook","parameters":{"hook":"10-own"}"#
        ),
        (.permissionDenied, #""org.varlink.service.PermissionDenied","parameters":{}"#),
    ])
    func `an error is encoded exactly`(error: VarlinkError, rest: String) {
        #expect(text(.error(error)) == "{\"error\":\(rest)}\0")
    }

    private func text(_ reply: Reply, continues: Bool = false) -> String {
        String(decoding: reply.encoded(continues: continues), as: UTF8.self)
    }
}
