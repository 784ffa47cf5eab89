"""Lists and calls all tools, and meets a refusal and an unknown tool, with the installed version of MCP's SDK for Python."""
import asyncio
import json
import os
from mcp import ClientSession
try:
    from mcp.client.streamable_http import streamablehttp_client as connect
except ImportError:
    from mcp.client.streamable_http import streamable_http_client as connect


def failed(result):
    return getattr(result, "isError", getattr(result, "is_error", None))


async def main():
    async with connect(os.environ["BASE_URL"] + "/mcp") as streams, ClientSession(streams[0], streams[1]) as session:
        await session.initialize()

        async def answer(name, **arguments):
            result = await session.call_tool(name, arguments)
            assert not failed(result), (name, result)
            return json.loads(result.content[0].text)

        tools = (await session.list_tools()).tools
        assert len(tools) == 8
        await session.list_resources()
        await session.list_prompts()
        await answer("info")
        dish = (await answer("menu"))["secciones"][0]["platillos"][0]["presentaciones"][0]["id"]
        days = (await answer("getAvailableReservationTimes", dias=14))["dias"]
        day = next(each for each in days if each["horas_reservables"])
        await answer("contacto", motivo="duda")
        await answer("ubicacion", texto="58 por 59")
        await answer("envio", lat=20.9745, lng=-89.6212)
        await answer("pedidoBorrador", lineas=[{"id": dish, "cantidad": 1}], entrega={"modo": "recoger"})
        await answer(
            "createRestaurantReservation", dia=day["dia"], hora=day["horas_reservables"][-1], personas=2,
            nombre="Guadalupe Pech", telefono="9991234567")
        assert failed(await session.call_tool("envio", {"lat": 91, "lng": 1}))
        try:
            await session.call_tool("none", {})
            raise AssertionError("an unknown tool was called")
        except Exception as error:
            assert "Unknown tool" in str(error), error
        # The refusals ended no session.
        assert len((await session.list_tools()).tools) == 8


asyncio.run(main())
