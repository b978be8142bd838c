import { expect, test } from 'vitest'
import { findIssuerError } from '#server/platform/areas/sso/oidc/issuers.ts'

const tenant = '72f988bf-86f1-41af-91ab-2d7cd011db47'

test.each([
  'https://login.microsoftonline.com/common/v2.0',
  'https://login.microsoftonline.com/organizations/v2.0',
  'https://login.microsoftonline.com/consumers/v2.0',
  'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
  'https://login.microsoftonline.com/COMMON/v2.0/',
  'https://LOGIN.microsoftonline.com:443//common',
  'https://login.microsoftonline.com./common/v2.0',
  'https://login.microsoftonline.com/%63ommon/v2.0',
  `https://login.microsoftonline.com/${tenant}/../common/v2.0`,
  'https://login.microsoftonline.com/v2.0',
  'https://login.microsoftonline.com',
  'https://login.microsoftonline.us/organizations/v2.0',
  'https://login.partner.microsoftonline.cn/common/v2.0',
  'https://login.windows.net/common',
  'https://login.microsoft.com/common/v2.0',
  'https://login.live.com',
  'https://sts.windows.net/common/',
  'https://sts.windows.net/consumers/',
])('%s covers many tenants', (issuer) => {
  expect(findIssuerError(issuer)).toMatch(
    /^This issuer covers many organizations.* https:\/\/[a-z.]+\/YOUR-TENANT-ID\//,
  )
})

test.each([
  ['https://sts.windows.net/{tenantid}/', '{tenantid}'],
  ['https://login.microsoftonline.com/%7Btenantid%7D/v2.0', '{tenantid}'],
  ['https://idp.example.com/{realm', '{realm'],
  ['https://login.microsoftonline.com/TENANT/v2.0', 'TENANT'],
  ['https://YOUR-DOMAIN.okta.com', 'YOUR-DOMAIN'],
])('%s still contains a placeholder', (issuer, placeholder) => {
  expect(findIssuerError(issuer)).toContain(`the placeholder ${placeholder}.`)
})

test.each([
  `https://login.microsoftonline.com/${tenant}/v2.0`,
  `https://sts.windows.net/${tenant}/`,
  'https://login.microsoftonline.com/acme.onmicrosoft.com/v2.0',
  'https://accounts.google.com',
  'https://acme.okta.com/oauth2/default',
  'https://keycloak.example.com/realms/common',
  'http://localhost:4400',
  'https://idp.example.com/100%',
])('%s belongs to one provider', (issuer) => {
  expect(findIssuerError(issuer)).toBe(null)
})
