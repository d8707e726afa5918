/** The middle of a list of numbers. */
export function median(values) {
  return quantile(values, 0.5);
}

/** The value below which a `share` of the list lies. */
export function quantile(values, share) {
  const sorted = [...values].sort((left, right) => left - right);
  const place = (sorted.length - 1) * share;
  const low = Math.floor(place);
  const high = Math.ceil(place);
  return sorted[low] + (sorted[high] - sorted[low]) * (place - low);
}
