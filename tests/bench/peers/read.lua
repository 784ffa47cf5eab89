done = function(summary, latency)
  io.write(string.format("RESULT %d %d %f %f\n", summary.requests,
    summary.errors.status + summary.errors.timeout + summary.errors.read, latency:percentile(50), latency:percentile(99)))
end
