import java.net.http.HttpClient;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.DefaultApi;
import org.openapitools.client.model.*;

/** Calls every operation, and meets a refusal of each kind, with the client that openapi-generator made for Java. */
public class OpenapiGenerator {
  interface Call {
    void run() throws ApiException;
  }

  static void refused(String motivo, Call call) {
    try {
      call.run();
    } catch (ApiException refusal) {
      require(refusal.getResponseBody().contains("\"motivo\":\"" + motivo + "\""), refusal.getResponseBody());
      return;
    }
    require(false, motivo + " was not refused");
  }

  static void require(boolean is, String what) {
    if (!is) throw new IllegalStateException(what);
  }

  static CreateRestaurantReservationRequest reserving(String day, List<String> times) {
    return new CreateRestaurantReservationRequest().dia(day).hora(times.get(times.size() - 1)).personas(2)
        .nombre("Guadalupe Pech").telefono("9991234567");
  }

  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("BASE_URL"));
    // Without it, Java asks a server without TLS for HTTP/2, and Deno refuses that with a Content-Length. Proxies do not.
    client.setHttpClientBuilder(HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1));
    DefaultApi api = new DefaultApi(client);
    require(!api.info("en", null).getNombre().isEmpty(), "info");
    String dish = api.menu(null, null).getSecciones().get(0).getPlatillos().get(0).getPresentaciones().get(0).getId();
    Evening day = api.getAvailableReservationTimes(null, 14, null).getDias().stream()
        .filter(each -> !each.getHorasReservables().isEmpty()).findFirst().orElseThrow();
    require(api.contacto("duda", null).getWhatsapp().startsWith("https://"), "contacto");
    require(!api.ubicacion("58 por 59").getCandidatos().isEmpty(), "ubicacion");
    require(api.envio("20.9745", "-89.6212").getCosto().signum() > 0, "envio");
    Delivery pickup = new Delivery().modo(Delivery.ModoEnum.RECOGER);
    api.pedidoBorrador(new PedidoBorradorRequest().addLineasItem(new Line().id(dish).cantidad(1)).entrega(pickup));
    CreateRestaurantReservationResponse held =
        api.createRestaurantReservation(reserving(day.getDia(), day.getHorasReservables()), "java");
    require(held.getReservation().getPartySize() == 2, "reserva");

    refused("lang", () -> api.info("fr", null));
    refused("dia", () -> api.getAvailableReservationTimes("hoy", null, null));
    refused("coordenadas", () -> api.envio("999", "1"));
    refused("texto", () -> api.ubicacion(" "));
    refused("lineas", () -> api.pedidoBorrador(
        new PedidoBorradorRequest().addLineasItem(new Line().id("none").cantidad(1)).entrega(pickup)));
    refused("datos", () -> api.createRestaurantReservation(reserving("2020-01-01", day.getHorasReservables()), null));
  }
}
