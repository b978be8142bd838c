/** Whether a host name, as URLs write it, leads to this very machine: there plain http is no risk. */
export const isLoopback = (host: string): boolean =>
  host === '[::1]' || /^127(\.\d+){3}$/.test(host) || /^(.+\.)?localhost$/.test(host)
