import {
  date,
  optionalInDraft,
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
} from '#shared/engine/fields/fields.ts'
import { patterns } from '#shared/engine/fields/patterns.ts'
import { defineResource } from '#shared/engine/resource.ts'
import {
  integrationFields,
  integrationColumns,
} from '#shared/engine/integrations/integrationFields.ts'
import { createHttpsUrlPattern } from './httpsUrl.ts'
import { ssoPolicies, nameIdFormats, providerPresetLabels, ssoProtocols } from './presets.ts'

const samlOnly = { field: 'protocol', values: ['saml'] } as const
const oidcOnly = { field: 'protocol', values: ['oidc'] } as const
/**
 * Store admin SSO: how a store's admins sign in through their own provider (screens.md, "Store
 * admin sign-on"). One per store.
 */
export const adminSignOns = defineResource({
  name: 'adminSignOns',
  path: '/stores/:storeId/adminSso/setup',
  title: { one: 'store admin SSO setup', many: 'store admin SSO setups' },
  about: "Store admin SSO lets a store's admins sign in through their company's identity provider.",
  permission: 'storesRead',
  fields: {
    name: text('Name', { max: 80, hint: "Shown to the store's admins on the sign-in button." }),
    storeId: reference('Store', 'stores'),
    protocol: select('Protocol', ssoProtocols, { initial: 'saml' }),
    preset: select('Provider', providerPresetLabels, { initial: 'other' }),
    metadataUrl: optional(
      text('Metadata URL', { max: 500, pattern: createHttpsUrlPattern('Metadata URL') }),
    ),
    entityId: optionalInDraft(
      text('Entity ID', { max: 500, hint: "Must match the provider's entity ID exactly." }),
    ),
    ssoUrl: optionalInDraft(
      text('Single sign-on URL', {
        max: 500,
        pattern: createHttpsUrlPattern('Single sign-on URL'),
      }),
    ),
    certificate: optionalInDraft(
      longText('Certificate', {
        max: 8000,
        hint: "Paste the provider's signing certificate in PEM format.",
      }),
    ),
    nextCertificate: optional(
      longText('Next certificate', {
        max: 8000,
        hint: 'Add the next certificate in advance so the switch happens automatically.',
      }),
    ),
    nameIdFormat: select('Name ID format', nameIdFormats, { initial: 'email' }),
    clockSkew: integer('Clock skew (seconds)', { min: 0, max: 300, initial: 60 }),
    signRequests: toggle('Sign requests', { initial: false }),
    wantAssertionsSigned: toggle('Require signed assertions'),
    issuer: optionalInDraft(
      text('Issuer', {
        max: 500,
        pattern: createHttpsUrlPattern('Issuer'),
        hint: "Must match the provider's issuer exactly. You can leave it blank for Google and JumpCloud.",
      }),
    ),
    clientId: optionalInDraft(text('Client ID', { max: 200 })),
    clientSecret: optionalInDraft(
      secret('Client secret', { max: 500, destinationFields: ['issuer'] }),
    ),
    secretExpiresOn: optional(
      date('Client secret expires', { hint: "Leave blank if it doesn't expire." }),
    ),
    scopes: list('Scopes', { max: 100, hint: 'openid, profile, and email are always requested.' }),
    trustEmails: toggle("Trust this provider's email addresses", {
      initial: false,
      hint: "Turn this on only if the store's organization runs its own identity provider and that provider never sends email_verified.",
    }),
    emailClaim: optional(
      text('Email claim', {
        max: 200,
        hint: "Leave blank to use the provider's default claim name.",
      }),
    ),
    firstNameClaim: optional(text('First name claim', { max: 200 })),
    lastNameClaim: optional(text('Last name claim', { max: 200 })),
    groupsClaim: optional(text('Groups claim', { max: 200 })),
    groupRules: optional(
      longText('Group rules', {
        max: 4000,
        hint: 'One rule per line: provider group = user group.',
      }),
    ),
    defaultGroupId: optional(
      reference('Default user group', 'userGroups', {
        hint: 'Used when no group rule matches.',
      }),
    ),
    provision: toggle('Create accounts on first sign-in', { initial: false }),
    emailDomains: neededToActivate(
      list('Email domains', {
        max: 253,
        pattern: patterns.emailDomain,
        hint: 'Only accounts with an email address in a verified domain can sign in with SSO.',
      }),
    ),
    enforcement: select('SSO policy', ssoPolicies, { initial: 'optional' }),
    breakGlassId: requiredWhile(
      optional(
        reference('Break-glass account', 'users', {
          hint: 'This store admin can always sign in with a password, even if SSO is required.',
        }),
      ),
      { enforcement: ['required'] },
      'Choose a break-glass account. When SSO is required, one account must still be able to sign in with a password.',
    ),
  },
  derived: {
    ...integrationFields,
    /** The key that signs our requests. Our metadata contains its certificate. */
    signingKey: optional(secret('Signing key', { max: 4000 })),
    signingCertificate: optional(longText('Signing certificate', { max: 4000 })),
  },
  list: {
    columns: ['name', 'storeId', 'protocol', 'preset', 'state', 'lastTestAt'],
    filters: ['name', 'storeId', 'protocol', 'preset', 'state'],
    search: ['name', 'storeId'],
  },
  form: {
    sections: [
      { title: 'Provider', fields: ['name', 'storeId', 'protocol', 'preset'] },
      {
        title: 'SAML',
        visibleWhen: samlOnly,
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
        visibleWhen: oidcOnly,
        fields: ['issuer', 'clientId', 'clientSecret', 'secretExpiresOn', 'scopes', 'trustEmails'],
      },
      { title: 'Access', fields: ['emailDomains', 'enforcement', 'breakGlassId'] },
      {
        title: 'Accounts and user groups',
        fields: ['provision', 'groupRules', 'defaultGroupId'],
      },
      {
        title: 'Claim names',
        collapsed: true,
        fields: ['emailClaim', 'firstNameClaim', 'lastNameClaim', 'groupsClaim'],
      },
    ],
  },
  api: {
    comments: true,
    unique: [['storeId']],
    impact: { one: 'store', many: 'stores' },
    noBulkReason: 'Set up and test store admin SSO for one store at a time.',
    extraColumns: [...integrationColumns, 'domainToken'],
  },
  relations: { scope: 'storeId', parent: 'storeId' },
})
