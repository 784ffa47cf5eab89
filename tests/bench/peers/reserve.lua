-- Reservations for wrk, each of another guest. DIA and HORA come from the environment, FIRST keeps runs apart.
local n = tonumber(os.getenv("FIRST"))
local dia, hora = os.getenv("DIA"), os.getenv("HORA")
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
request = function()
  n = n + 1
  return wrk.format(nil, "/api/reserva", nil, string.format(
    '{"dia":"%s","hora":"%s","personas":4,"nombre":"Guadalupe Pech","telefono":"+52999%07d"}', dia, hora, n))
end
done = function(summary, latency)
  io.write(string.format("RESULT %d %d %f %f\n", summary.requests,
    summary.errors.status + summary.errors.timeout + summary.errors.read, latency:percentile(50), latency:percentile(99)))
end
