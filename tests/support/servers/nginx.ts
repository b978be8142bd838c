import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** The console's host name in server/nginx.conf. */
export const serverName = 'console.example.com'

/** Where nginx listens, and the replicas that it forwards requests to, as `host:port`. */
type Addresses = {
  host: string
  httpPort: number
  httpsPort: number
  replicas: [string, string, ...string[]]
}

/** A request as server/nginx.conf logs it. `to` names every replica that received it. */
export type LoggedRequest = { method: string; path: string; to: string }

/**
 * Runs server/nginx.conf on these addresses, with a new certificate for `serverName`. `program` is
 * the path of nginx.
 */
export async function startNginx(program: string, addresses: Addresses) {
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'))
  const file = (name: string) => join(folder, name)
  makeCertificate(file('console.key'), file('console.crt'))
  await writeFile(file('console.conf'), await consoleConfiguration(addresses, folder))
  await writeFile(file('nginx.conf'), mainConfiguration(folder))
  await mkdir(file('temporary'))

  const server = spawn(
    program,
    ['-c', file('nginx.conf'), '-p', folder, '-e', file('errors.log')],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const ended = once(server, 'close')
  let output = ''
  server.stderr.on('data', (part: Buffer) => (output += part.toString()))
  const errors = () => readFile(file('errors.log'), 'utf8')
  while (!(await acceptsConnections(addresses.host, addresses.httpsPort))) {
    if (server.exitCode !== null)
      throw new Error(`nginx did not start: ${output}${await errors().catch(() => '')}`)
    await delay(20)
  }
  return {
    certificate: await readFile(file('console.crt'), 'utf8'),
    errors,
    /** Reads the logged requests. */
    async requests(): Promise<LoggedRequest[]> {
      const lines = (await readFile(file('access.log'), 'utf8')).trim().split('\n')
      return lines.filter(Boolean).map((line) => JSON.parse(line))
    },
    async stop() {
      server.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Reads server/nginx.conf and changes only the lines marked `# yours`. */
async function consoleConfiguration(addresses: Addresses, folder: string): Promise<string> {
  const { host, httpPort, httpsPort, replicas } = addresses
  const [first, ...others] = replicas.map((address) => `server ${address} max_fails=0;`)
  const changes = {
    'server 127.0.0.1:3000 max_fails=0;': first,
    'server 127.0.0.1:3010 max_fails=0;': others.join('\n    '),
    'listen 80;': `listen ${host}:${httpPort};`,
    'listen 443 ssl http2;': `listen ${host}:${httpsPort} ssl http2;`,
    'access_log /var/log/nginx/console.log console;': `access_log ${join(folder, 'access.log')} console;`,
    'ssl_certificate /etc/nginx/console.crt;': `ssl_certificate ${join(folder, 'console.crt')};`,
    'ssl_certificate_key /etc/nginx/console.key;': `ssl_certificate_key ${join(folder, 'console.key')};`,
  }
  let text = await readFile('server/nginx.conf', 'utf8')
  for (const [before, after] of Object.entries(changes)) {
    const [start, end, ...more] = text.split(`    ${before} # yours\n`)
    if (start === undefined || end === undefined || more.length > 0)
      throw new Error(`server/nginx.conf must hold "${before} # yours" once`)
    text = `${start}    ${after}\n${end}`
  }
  const unchangedLines = text.split('\n').filter((line) => line.endsWith('# yours'))
  if (!unchangedLines.every((line) => line.includes(serverName)))
    throw new Error(
      `server/nginx.conf has lines to change that no test changes: ${unchangedLines.join()}`,
    )
  return text
}

/** Wraps the file as Debian's /etc/nginx/nginx.conf does, with every path in `folder`. */
const mainConfiguration = (folder: string) => `
daemon off;
${process.getuid?.() === 0 ? 'user root root;' : ''}
worker_processes auto;
pid ${folder}/nginx.pid;
error_log ${folder}/errors.log warn;
events { worker_connections 768; }
http {
  sendfile on;
  tcp_nopush on;
  types_hash_max_size 2048;
  default_type application/octet-stream;
  ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3;
  ssl_prefer_server_ciphers on;
  access_log off;
  gzip on;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/temporary/${name};`)
    .join('\n  ')}
  include ${folder}/console.conf;
}
`

function makeCertificate(key: string, certificate: string): void {
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const name = ['-subj', `/CN=${serverName}`, '-addext', `subjectAltName=DNS:${serverName}`]
  const files = ['-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', ...kind, ...name, '-days', '2', ...files], { stdio: 'pipe' })
}

async function acceptsConnections(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false // Not yet.
  } finally {
    socket.destroy()
  }
}
