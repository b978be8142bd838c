import {
  date,
  draftMayLack,
  integer,
  list,
  longText,
  neededToActivate,
  optional,
  reference,
  requiredWhile,
  secret,
  select,
  text,
  toggle,
} from '../engine/fields/fields.ts'
import { patterns } from '../engine/fields/patterns.ts'
import { defineResource } from '../engine/resource.ts'
import { standing, standingAlso } from '../integrations/standing.ts'
import { safeAddress } from '../signOn/address.ts'
import { enforcements, nameIds, presetLabels, protocols } from '../signOn/presets.ts'
import { storeReference } from '../stores/storeReference.ts'
import { account } from '../users/owner.ts'
import { userGroupReference } from '../users/userGroupReference.ts'

const saml = { field: 'protocol', values: ['saml'] } as const
const oidc = { field: 'protocol', values: ['oidc'] } as const
/** How the admins of a store sign on through a provider of their own (screens.md, "Store admin sign-on"). One a store. */
export const adminSignOns = defineResource({
  name: 'adminSignOns',
  path: '/stores/:storeId/adminSso/setup',
  title: { one: 'sign-on of store admins', many: 'store admin sign-on' },
  about: 'Admins of a store sign on through the provider of their company.',
  noBulk: 'A sign-on is set up and tested for one store at a time.',
  permission: 'storesRead',
  impact: storeReference.title,
  fields: {
    name: text('Name', { max: 80, hint: 'What admins of the store read on the button.' }),
    storeId: reference('Store', storeReference),
    protocol: select('Protocol', protocols, { initial: 'saml' }),
    preset: select('Provider', presetLabels, { initial: 'other' }),
    metadataUrl: optional(text('Metadata URL', { max: 500, pattern: safeAddress('Metadata URL') })),
    entityId: draftMayLack(text('Entity id', { max: 500, hint: 'As the provider writes it.' })),
    ssoUrl: draftMayLack(text('Sign-on URL', { max: 500, pattern: safeAddress('Sign-on URL') })),
    certificate: draftMayLack(
      longText('Certificate', { max: 8000, hint: 'PEM, what the provider signs with.' }),
    ),
    nextCertificate: optional(
      longText('Second certificate', {
        max: 8000,
        hint: 'The one to come: then the roll-over needs nobody awake.',
      }),
    ),
    nameIdFormat: select('Name ID', nameIds, { initial: 'email' }),
    clockSkew: integer('Clock skew, seconds', { min: 0, max: 300, initial: 60 }),
    signRequests: toggle('Sign requests', { initial: false }),
    wantAssertionsSigned: toggle('Want assertions signed'),
    issuer: draftMayLack(
      text('Issuer', {
        max: 500,
        pattern: safeAddress('Issuer'),
        hint: 'Exactly as the provider calls itself. For Google and JumpCloud it may stay empty.',
      }),
    ),
    clientId: draftMayLack(text('Client id', { max: 200 })),
    clientSecret: draftMayLack(secret('Client secret', { max: 500, sentTo: ['issuer'] })),
    secretExpiresOn: optional(date('Client secret ends', { hint: 'Where it does.' })),
    scopes: list('Scopes', { max: 100, hint: 'openid, profile and email are always asked for.' }),
    trustEmails: toggle("Trust this provider's email addresses", {
      initial: false,
      hint: 'Only if the provider is your own organization and never sends email_verified.',
    }),
    emailClaim: optional(
      text('E-mail claim', { max: 200, hint: 'Empty: as this provider usually calls it.' }),
    ),
    firstNameClaim: optional(text('First name claim', { max: 200 })),
    lastNameClaim: optional(text('Last name claim', { max: 200 })),
    groupsClaim: optional(text('Groups claim', { max: 200 })),
    groupRules: optional(
      longText('Group rules', {
        max: 4000,
        hint: 'A line each: group at the provider = user group here.',
      }),
    ),
    defaultGroupId: optional(
      reference('Default user group', userGroupReference, {
        hint: 'Of those whom no rule is for.',
      }),
    ),
    provision: toggle('Make accounts on first sign-on', { initial: false }),
    emailDomains: neededToActivate(
      list('E-mail domains', {
        max: 253,
        pattern: patterns.emailDomain,
        hint: 'Only addresses of domains that are proven may sign on.',
      }),
    ),
    enforcement: select('Sign-on is', enforcements, { initial: 'optional' }),
    breakGlassId: requiredWhile(
      optional(
        reference('Break-glass account', account, {
          hint: 'A store admin who can use a password whatever happens.',
        }),
      ),
      { enforcement: ['required'] },
      'Choose an account that can use a password when sign-on is required',
    ),
  },
  sections: [
    { title: 'Provider', fields: ['name', 'storeId', 'protocol', 'preset'] },
    {
      title: 'SAML',
      only: saml,
      fields: [
        'metadataUrl',
        'entityId',
        'ssoUrl',
        'certificate',
        'nextCertificate',
        'nameIdFormat',
        'clockSkew',
        'signRequests',
        'wantAssertionsSigned',
      ],
    },
    {
      title: 'OpenID Connect',
      only: oidc,
      fields: ['issuer', 'clientId', 'clientSecret', 'secretExpiresOn', 'scopes', 'trustEmails'],
    },
    { title: 'Who may sign on', fields: ['emailDomains', 'enforcement', 'breakGlassId'] },
    {
      title: 'Accounts and user groups',
      fields: ['provision', 'groupRules', 'defaultGroupId'],
    },
    {
      title: 'Names of claims',
      folded: true,
      fields: ['emailClaim', 'firstNameClaim', 'lastNameClaim', 'groupsClaim'],
    },
  ],
  derived: {
    ...standing,
    /** What we sign requests with; the certificate of it stands in our metadata. */
    signingKey: optional(secret('Signing key', { max: 4000 })),
    signingCertificate: optional(longText('Signing certificate', { max: 4000 })),
  },
  also: [...standingAlso, 'domainToken'],
  columns: ['name', 'storeId', 'protocol', 'preset', 'state', 'lastTestAt'],
  filters: ['name', 'storeId', 'protocol', 'preset', 'state'],
  search: ['name', 'storeId'],
  parent: 'storeId',
  scope: 'storeId',
  unique: [['storeId']],
})
