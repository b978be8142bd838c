import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findCommand } from '#scripts/commands.mjs'
import { nameIdFormats } from '#server/platform/areas/sso/saml/samlClient.ts'
import type { SigningKey } from '#server/platform/areas/sso/saml/signingKey.ts'
import { findFreePort } from '../servers/consoleProcess.ts'
import type { SamlPerson } from './samlAnswers.ts'

const pages = '/usr/share/simplesamlphp/www'

/** Explains why Debian's SimpleSAMLphp can't run here; null if it can. */
export function explainMissingSimpleSaml(): string | null {
  const php = findCommand('php')
  if (php === null || !existsSync(pages))
    return 'No SimpleSAMLphp: apt-get install simplesamlphp php-cli php-xml'
  const modules = execFileSync(php, ['-m'], { encoding: 'utf8' })
  return /^dom$/m.test(modules) ? null : 'PHP cannot read XML: apt-get install php-xml'
}

type Options = {
  key: SigningKey
  /** The account with the name `ana` and the password `open`. */
  person: SamlPerson
  /** The service provider that receives the responses, and its URL. */
  entityId: string
  acsUrl: string
}

const emailFormat = nameIdFormats.email
/** Formats a file that sets a PHP variable. */
const formatPhpSetting = (variable: string, value: object) =>
  `<?php\n${variable} = json_decode('${JSON.stringify(value).replaceAll(/['\\]/g, String.raw`\$&`)}', true);\n`

/** Starts Debian's SimpleSAMLphp as an identity provider with one account, in a new folder. */
export async function startSimpleSaml({ key, person, entityId, acsUrl }: Options) {
  const { nameId, claims } = person
  const folder = await mkdtemp(join(tmpdir(), 'simplesaml-'))
  const origin = `http://localhost:${await findFreePort()}`
  const issuer = `${origin}/idp`
  const files: Record<string, string> = {
    'cert/idp.pem': key.privateKey,
    'cert/idp.crt': key.certificate,
    'data/empty': '',
    'config/config.php': formatPhpSetting('$config', {
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
    'config/authsources.php': formatPhpSetting('$config', {
      people: { 0: 'exampleauth:UserPass', 'ana:open': { ...claims, nameId: [nameId] } },
    }),
    'metadata/saml20-idp-hosted.php': formatPhpSetting('$metadata', {
      [issuer]: {
        host: '__DEFAULT__',
        privatekey: 'idp.pem',
        certificate: 'idp.crt',
        auth: 'people',
        authproc: {
          1: { class: 'saml:AttributeNameID', attribute: 'nameId', Format: emailFormat },
        },
      },
    }),
    'metadata/saml20-sp-remote.php': formatPhpSetting('$metadata', {
      [entityId]: { AssertionConsumerService: acsUrl, NameIDFormat: emailFormat },
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

/**
 * Signs in as ana as a browser does, starting at the URL of a request. Returns the fields that the
 * last page would send.
 */
async function signIn(address: string): Promise<{ SAMLResponse: string; RelayState: string }> {
  const jar = new Map<string, string>()
  const fetchPage = async (
    url: URL,
    form?: URLSearchParams,
  ): Promise<{ url: URL; html: string }> => {
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
    return location ? fetchPage(new URL(location, url)) : { url, html: await answer.text() }
  }
  const readHiddenInput = (html: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const loginPage = await fetchPage(new URL(address))
  const AuthState = readHiddenInput(loginPage.html, 'AuthState')
  const { html } = await fetchPage(
    loginPage.url,
    new URLSearchParams({ username: 'ana', password: 'open', AuthState }),
  )
  return {
    SAMLResponse: readHiddenInput(html, 'SAMLResponse'),
    RelayState: readHiddenInput(html, 'RelayState'),
  }
}
