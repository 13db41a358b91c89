"""Lists and calls every tool with the official Python client (mcp 2); prints what came as JSON.

client.py LOG http://127.0.0.1:8080/mcp
client.py LOG java -cp … dev.faultbook.Application mcp
"""
import asyncio
import json
import os
import sys

from mcp import Client
from mcp.client.stdio import StdioServerParameters


async def main(log, server):
    if server[0].startswith("http"):
        target = server[0]
    else:
        target = StdioServerParameters(command=server[0], args=server[1:], env=dict(os.environ))
    said = {}
    async with Client(target) as client:
        said["tools"] = sorted(tool.name for tool in (await client.list_tools()).tools)
        calls = {
            "diagnose_log": {"text": log},
            "search_faults": {"query": "shared memory", "limit": 2},
            "explain": {"name": "Xid 109"},
            "check_compatibility": {"gpu": "RTX 5090", "driver": "535.129.03", "torch": "2.0.0+cu118"},
            "compare_runs": {"good": "step 1\nstep 2\nend\n", "bad": log},
        }
        for name, arguments in calls.items():
            result = await client.call_tool(name, arguments)
            said[name] = "".join(part.text for part in result.content)
            assert not result.is_error, said[name]
        page = await client.read_resource("faultbook://entries/shm-full")
        said["page"] = page.contents[0].text
    print(json.dumps(said))


with open(sys.argv[1], encoding="utf-8") as file:
    asyncio.run(main(file.read(), sys.argv[2:]))
