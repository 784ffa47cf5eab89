"""Calls every operation, and meets a refusal of each kind, with the client that openapi-generator made for Python."""
import os
import mesa
from mesa.rest import ApiException

api = mesa.DefaultApi(mesa.ApiClient(mesa.Configuration(host=os.environ["BASE_URL"])))
assert api.info(lang="en").nombre
dish = api.menu().secciones[0].platillos[0].presentaciones[0].id
day = next(each for each in api.get_available_reservation_times(dias=14).dias if each.horas_reservables)
assert api.contacto(motivo="duda").whatsapp.startswith("https://")
assert api.ubicacion(texto="58 por 59").candidatos
assert api.envio(lat="20.9745", lng="-89.6212").costo > 0
order = {"lineas": [{"id": dish, "cantidad": 2}], "entrega": {"modo": "recoger"}}
assert api.pedido_borrador(mesa.PedidoBorradorRequest.from_dict(order)).total > 0


def reserving(dia):
    return mesa.CreateRestaurantReservationRequest(
        dia=dia, hora=day.horas_reservables[-1], personas=2, nombre="Guadalupe Pech", telefono="9991234567")


held = api.create_restaurant_reservation(reserving(day.dia), idempotency_key="python")
assert held.status == "confirmed" and held.reservation.party_size == 2

wrong = {"lineas": [{"id": "none", "cantidad": 2}], "entrega": {"modo": "recoger"}}
for call, motivo in [
    (lambda: api.info(lang="fr"), "lang"),
    (lambda: api.get_available_reservation_times(dia="hoy"), "dia"),
    (lambda: api.envio(lat="999", lng="1"), "coordenadas"),
    (lambda: api.ubicacion(texto=" "), "texto"),
    (lambda: api.pedido_borrador(mesa.PedidoBorradorRequest.from_dict(wrong)), "lineas"),
    (lambda: api.create_restaurant_reservation(reserving("2020-01-01")), "datos"),
]:
    try:
        call()
        raise AssertionError(f"{motivo} was not refused")
    except ApiException as refusal:
        assert refusal.data.motivo == motivo, (refusal.data, motivo)
