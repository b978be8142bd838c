import {
  date,
  list,
  longText,
  neededToActivate,
  optional,
  optionalInDraft,
  secret,
  text,
  toggle,
} from '#shared/engine/fields/fields.ts'
import { patterns } from '#shared/engine/fields/patterns.ts'
import { defineResource } from '#shared/engine/resource.ts'
import {
  integrationColumns,
  integrationFields,
} from '#shared/engine/integrations/integrationFields.ts'
import { createHttpsUrlPattern } from './httpsUrl.ts'

/** OpenID providers where operators sign in to the console, other than Google. */
export const signInProviders = defineResource({
  name: 'signInProviders',
  path: '/users?signInProviders',
  title: { one: 'sign-in provider', many: 'sign-in providers' },
  about: "Sign-in providers let operators sign in with their company's account, such as Okta.",
  permission: 'users',
  fields: {
    name: text('Name', { max: 80, hint: 'The sign-in button shows this name. For example, Okta.' }),
    issuer: optionalInDraft(
      text('Issuer', {
        max: 500,
        pattern: createHttpsUrlPattern('Issuer'),
        hint: "Must match the provider's issuer exactly.",
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
    emailDomains: neededToActivate(
      list('Email domains', {
        max: 253,
        pattern: patterns.emailDomain,
        hint: 'At their first sign-in, operators need a verified address in one of these domains.',
      }),
    ),
    trustEmails: toggle("Trust this provider's email addresses", {
      initial: false,
      hint: 'Turn this on only if your organization runs the provider and it never sends email_verified.',
    }),
    groupsClaim: optional(
      text('Groups claim', { max: 200, hint: 'Leave blank to use the groups claim.' }),
    ),
    groupRules: optional(
      longText('Group rules', {
        max: 4000,
        hint: 'One rule per line: provider group = user group. Operators without an account get one if a rule matches.',
      }),
    ),
    acrValues: list('Accepted acr values', {
      max: 200,
      maxEntries: 10,
      hint: 'A sign-in with one of these values counts as a second factor.',
    }),
    amrValues: list('Accepted amr values', {
      max: 100,
      maxEntries: 10,
      hint: 'For example, mfa or hwk. Leave both lists blank to always ask for our second factor.',
    }),
  },
  derived: integrationFields,
  list: {
    columns: ['name', 'issuer', 'state', 'lastTestAt'],
    filters: ['name', 'issuer', 'state', 'lastTestAt'],
    search: ['name', 'issuer'],
  },
  form: {
    sections: [
      {
        title: 'Provider',
        fields: ['name', 'issuer', 'clientId', 'clientSecret', 'secretExpiresOn', 'scopes'],
      },
      {
        title: 'Accounts and user groups',
        fields: ['emailDomains', 'trustEmails', 'groupsClaim', 'groupRules'],
      },
      { title: 'Second factor', fields: ['acrValues', 'amrValues'] },
    ],
  },
  api: {
    comments: true,
    stepUp: [
      'issuer',
      'clientId',
      'emailDomains',
      'trustEmails',
      'groupsClaim',
      'groupRules',
      'acrValues',
      'amrValues',
    ],
    unique: [['name']],
    noBulkReason: 'Set up and test one sign-in provider at a time.',
    extraColumns: integrationColumns,
  },
})
