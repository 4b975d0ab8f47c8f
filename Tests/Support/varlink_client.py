"""A foreign varlink client, on the reference library from PyPI.

varlink_client.py ADDRESS METHOD [PARAMETERS-AS-JSON] [--more]
Calls INTERFACE.METHOD and prints each reply's parameters as a JSON line, or
{"error": NAME, "parameters": {…}}. With --more it goes on until the service or its reader ends.
"""

import json
import sys

import varlink


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--more"]
    more = "--more" in sys.argv
    address, method = arguments[0], arguments[1]
    parameters = json.loads(arguments[2]) if len(arguments) > 2 else {}
    interface, _, member = method.rpartition(".")
    client = varlink.Client.new_with_address(address)
    # Names that are Python keywords (for) work as keyword arguments too.
    with client.open(interface or "io.github.appearanced") as connection:
        try:
            call = getattr(connection, member)
            if more:
                for reply in call(**parameters, _more=True):
                    print(json.dumps(reply), flush=True)
            else:
                print(json.dumps(call(**parameters)), flush=True)
        except varlink.VarlinkError as error:
            print(
                json.dumps({"error": error.error(), "parameters": error.parameters()}), flush=True)
            return 1
    return 0


sys.exit(main())
