import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onPath } from '#scripts/commands.mjs'
import { nameIdFormats } from '#server/platform/areas/sso/saml/samlClient.ts'
import type { SigningKey } from '#server/platform/areas/sso/saml/signingKey.ts'
import { freePort } from '../servers/consoleProcess.ts'
import type { SamlPerson } from './samlAnswers.ts'

const pages = '/usr/share/simplesamlphp/www'

/** Why Debian's SimpleSAMLphp cannot be run here; null where it can. */
export function lackOfSimpleSaml(): string | null {
  const php = onPath('php')
  if (php === null || !existsSync(pages))
    return 'No SimpleSAMLphp: apt-get install simplesamlphp php-cli php-xml'
  const modules = execFileSync(php, ['-m'], { encoding: 'utf8' })
  return /^dom$/m.test(modules) ? null : 'PHP cannot read XML: apt-get install php-xml'
}

type Options = {
  key: SigningKey
  /** Who signs in there, by the name `ana` and the password `open`. */
  person: SamlPerson
  /** Our side: whom it answers, and where. */
  entityId: string
  acsUrl: string
}

const mail = nameIdFormats.email
/** A file that sets a variable of PHP. */
const setting = (variable: string, value: object) =>
  `<?php\n${variable} = json_decode('${JSON.stringify(value).replaceAll(/['\\]/g, String.raw`\$&`)}', true);\n`

/** SimpleSAMLphp of Debian as an identity provider of one person, in a folder of its own. */
export async function startSimpleSaml({ key, person, entityId, acsUrl }: Options) {
  const { nameId, claims } = person
  const folder = await mkdtemp(join(tmpdir(), 'simplesaml-'))
  const origin = `http://localhost:${await freePort()}`
  const issuer = `${origin}/idp`
  const files: Record<string, string> = {
    'cert/idp.pem': key.privateKey,
    'cert/idp.crt': key.certificate,
    'data/empty': '',
    'config/config.php': setting('$config', {
      baseurlpath: `${origin}/`,
      certdir: `${folder}/cert/`,
      tempdir: `${folder}/data/`,
      datadir: `${folder}/data/`,
      'session.phpsession.savepath': `${folder}/data/`,
      'template.cache': `${folder}/data/`,
      secretsalt: 'of-tests',
      'auth.adminpassword': 'of-tests',
      'logging.handler': 'errorlog',
      'enable.saml20-idp': true,
      'module.enable': { exampleauth: true, core: true, saml: true },
      'store.type': 'phpsession',
      'metadata.sources': [{ type: 'flatfile', directory: `${folder}/metadata/` }],
    }),
    'config/authsources.php': setting('$config', {
      people: { 0: 'exampleauth:UserPass', 'ana:open': { ...claims, nameId: [nameId] } },
    }),
    'metadata/saml20-idp-hosted.php': setting('$metadata', {
      [issuer]: {
        host: '__DEFAULT__',
        privatekey: 'idp.pem',
        certificate: 'idp.crt',
        auth: 'people',
        authproc: { 1: { class: 'saml:AttributeNameID', attribute: 'nameId', Format: mail } },
      },
    }),
    'metadata/saml20-sp-remote.php': setting('$metadata', {
      [entityId]: { AssertionConsumerService: acsUrl, NameIDFormat: mail },
    }),
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const server = spawn('php', ['-S', new URL(origin).host, '-t', pages], {
    env: { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: `${folder}/config` },
    stdio: 'ignore',
  })
  const metadataUrl = `${origin}/saml2/idp/metadata.php`
  while (!(await fetch(metadataUrl).catch(() => null)))
    await new Promise((resolve) => setTimeout(resolve, 50))
  return {
    issuer,
    metadataUrl,
    signIn,
    async stop() {
      server.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Signs ana in as a browser does, from the address of a request; answers what the page at the end would post to us. */
async function signIn(address: string): Promise<{ SAMLResponse: string; RelayState: string }> {
  const jar = new Map<string, string>()
  const ask = async (url: URL, form?: URLSearchParams): Promise<{ url: URL; html: string }> => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...(form ? { method: 'POST', body: form } : {}),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    return location ? ask(new URL(location, url)) : { url, html: await answer.text() }
  }
  const hidden = (html: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const asked = await ask(new URL(address))
  const AuthState = hidden(asked.html, 'AuthState')
  const { html } = await ask(
    asked.url,
    new URLSearchParams({ username: 'ana', password: 'open', AuthState }),
  )
  return { SAMLResponse: hidden(html, 'SAMLResponse'), RelayState: hidden(html, 'RelayState') }
}
