/** Why a request outside got no response, for operators. */
export const outgoingMessages = {
  noResponse: (seconds: number) =>
    `No response within ${seconds} seconds. A firewall may be blocking the port.`,
  notFound: (host: string) => `We couldn't find ${host}. Check the spelling.`,
  nameServerSilent: "The name server didn't respond. Try again.",
  notListening: (host: string, port: number) =>
    `Nothing is listening on port ${port} at ${host}. Check the port.`,
  noRoute: "The platform's network has no route to this host. Check the host.",
  closed: 'The host closed the connection. Try again.',
  tooSlow: (seconds: number) =>
    `The host didn't finish responding within ${seconds} seconds. Try again.`,
  blocked: "This address is on our internal network, so it isn't allowed.",
  expired: 'The certificate has expired. Renew it on the server.',
  expiredOn: (day: string) => `The certificate expired on ${day}. Renew it on the server.`,
  notYetValid: "The certificate isn't valid yet. Check its dates on the server.",
  selfSigned: 'The certificate is self-signed. Use one from a trusted authority.',
  notTrusted: "The certificate's issuer isn't trusted. Use a certificate from a trusted authority.",
  chainIncomplete:
    "The server doesn't send an intermediate certificate. Install the full certificate chain on the server.",
  otherHost: (host: string) => `The certificate isn't for ${host}. Check the host.`,
  certificateFor: (other: string, host: string) =>
    `The certificate is for ${other}, not for ${host}. Check the host.`,
  noTls: "The server doesn't use TLS on this port. Check the port.",
  tooLarge: (megabytes: number) => `The response is larger than ${megabytes} MB.`,
  tooManyHeaders: 'The response has too many headers.',
  notAHost: (host: string) => `"${host}" isn't a valid host name or address.`,
  redirected: 'This URL redirects to another one. Enter the final URL.',
  notHttp: "The server that responded doesn't use HTTP. Check the URL.",
  failed: 'The connection failed. Try again.',
  notAUrl: 'Enter a URL like https://example.com/path.',
  needsHttps: 'Enter a URL that starts with https://.',
  hasCredentials: 'Enter a URL without a username or password.',
  webPortNotAllowed: (port: number) => `Port ${port} isn't allowed. Use 443, or 1024 or higher.`,
  mailPortNotAllowed: (port: number) => `Port ${port} isn't allowed. Use 25, 465, 587, or 2525.`,
  attemptsLimit: (max: number, seconds: number) =>
    `You've reached the limit of ${max} attempts per minute. Try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`,
} as const

/** Why a provider with a fixed host can't be reached. The server administrator has to act. */
export const unreachableMessages = {
  hostUnknown: (provider: string, host: string) =>
    `We couldn't reach ${provider}, because the platform's name servers can't find ${host}. Ask your server administrator to check the network.`,
  nameServersSilent: (provider: string) =>
    `We couldn't reach ${provider}, because the platform's name servers didn't respond. Ask your server administrator to check the network.`,
  noRoute: (provider: string, host: string) =>
    `We couldn't reach ${provider}, because the platform's network has no route to ${host}. Ask your server administrator to check the network.`,
  insideNetwork: (provider: string, host: string) =>
    `We couldn't reach ${provider}, because the platform's name servers resolve ${host} to an internal address. Ask your server administrator to check the name servers.`,
} as const
