import {
  optionalInDraft,
  integer,
  list,
  optional,
  secret,
  select,
  text,
} from '#shared/engine/fields/fields.ts'
import type { Pattern } from '#shared/engine/fields/fieldParts.ts'
import { defineResource } from '#shared/engine/resource.ts'
import {
  integrationFields,
  integrationColumns,
} from '#shared/engine/integrations/integrationFields.ts'

/**
 * Builds a pattern for URLs with `https`, or `http` on this machine, as Cognito accepts for
 * callbacks.
 */
const createCallbackUrlPattern = (label: string): Pattern => ({
  matches:
    /^(https:\/\/[^\s#"'<>]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/[^\s#"'<>]*)?)$/,
  message: `${label} must start with https:// or http://localhost and can't contain #.`,
})

/** AWS regions that offer user pools. */
const awsRegions = {
  'af-south-1': 'Africa (Cape Town) af-south-1',
  'ap-east-1': 'Asia Pacific (Hong Kong) ap-east-1',
  'ap-northeast-1': 'Asia Pacific (Tokyo) ap-northeast-1',
  'ap-northeast-2': 'Asia Pacific (Seoul) ap-northeast-2',
  'ap-northeast-3': 'Asia Pacific (Osaka) ap-northeast-3',
  'ap-south-1': 'Asia Pacific (Mumbai) ap-south-1',
  'ap-southeast-1': 'Asia Pacific (Singapore) ap-southeast-1',
  'ap-southeast-2': 'Asia Pacific (Sydney) ap-southeast-2',
  'ca-central-1': 'Canada (Central) ca-central-1',
  'eu-central-1': 'Europe (Frankfurt) eu-central-1',
  'eu-central-2': 'Europe (Zurich) eu-central-2',
  'eu-north-1': 'Europe (Stockholm) eu-north-1',
  'eu-south-1': 'Europe (Milan) eu-south-1',
  'eu-west-1': 'Europe (Ireland) eu-west-1',
  'eu-west-2': 'Europe (London) eu-west-2',
  'eu-west-3': 'Europe (Paris) eu-west-3',
  'il-central-1': 'Israel (Tel Aviv) il-central-1',
  'me-south-1': 'Middle East (Bahrain) me-south-1',
  'sa-east-1': 'South America (São Paulo) sa-east-1',
  'us-east-1': 'US East (N. Virginia) us-east-1',
  'us-east-2': 'US East (Ohio) us-east-2',
  'us-west-1': 'US West (N. California) us-west-1',
  'us-west-2': 'US West (Oregon) us-west-2',
} as const

/** OAuth grants that an app client can use. */
const cognitoFlows = {
  code: 'Authorization code',
  implicit: 'Implicit',
  client_credentials: 'Client credentials',
} as const

/** Whether members need a second factor. */
const cognitoMfa = { off: 'Off', optional: 'Optional', on: 'Required' } as const

/** User pools that members sign in with (screens.md, Cognito setup). The screen shows the first. */
export const cognitoSetup = defineResource({
  name: 'cognitoSetup',
  title: { one: 'Cognito setup', many: 'Cognito setups' },
  about: 'Members sign in through a Cognito user pool.',
  permission: 'cognito',
  fields: {
    name: text('Name', { max: 60, hint: 'Shown only in this console.' }),
    region: select('Region', awsRegions, { initial: 'eu-central-1' }),
    userPoolId: text('User pool ID', {
      max: 55,
      hint: 'Starts with the region. For example, eu-central-1_AbCdEfGhI.',
      pattern: {
        matches: /^[\w-]+_[0-9a-zA-Z]+$/,
        message: 'Enter a user pool ID like eu-central-1_AbCdEfGhI.',
      },
    }),
    clientId: text('Client ID', {
      max: 128,
      pattern: {
        matches: /^[\w+]+$/,
        message: 'Use only letters, digits, +, and _ in the client ID.',
      },
    }),
    clientSecret: optionalInDraft(
      secret('Client secret', {
        max: 64,
        destinationFields: ['domain'],
      }),
      'Required if the app client has a secret',
    ),
    domain: optional(
      text('Domain', {
        max: 255,
        pattern: createCallbackUrlPattern('Domain'),
        hint: 'Where members sign in: https://NAME.auth.REGION.amazoncognito.com or your custom domain.',
      }),
    ),
    callbackUrls: list('Callback URLs', {
      max: 1024,
      maxEntries: 100,
      entryLabel: 'Callback URL',
      pattern: createCallbackUrlPattern('Each callback URL'),
      hint: 'Enter up to 100 URLs, exactly as registered in Cognito, including any trailing slash.',
    }),
    logoutUrls: list('Logout URLs', {
      max: 1024,
      maxEntries: 100,
      pattern: createCallbackUrlPattern('Each logout URL'),
    }),
    defaultRedirectUrl: optional(
      text('Default redirect URL', { max: 1024, hint: 'Must be one of the callback URLs.' }),
    ),
    flows: list('Flows', { max: 20, options: cognitoFlows }),
    scopes: list('Scopes', { max: 128, hint: 'For example, openid, email, profile.' }),
    accessMinutes: integer('Access token (minutes)', { min: 5, max: 1440, initial: 60 }),
    idMinutes: integer('ID token (minutes)', { min: 5, max: 1440, initial: 60 }),
    refreshDays: integer('Refresh token (days)', { min: 1, max: 3650, initial: 30 }),
    mfa: select('Multi-factor authentication', cognitoMfa, { initial: 'off' }),
    emailAttribute: text('Email attribute', { max: 60, initial: 'email' }),
    firstNameAttribute: optional(text('First name attribute', { max: 60 })),
    lastNameAttribute: optional(text('Last name attribute', { max: 60 })),
    groupsAttribute: optional(
      text('Groups attribute', { max: 60, hint: 'For example, cognito:groups.' }),
    ),
    awsAccessKeyId: optional(
      text('AWS access key ID', {
        max: 128,
        hint: 'Used to compare this setup with the live pool. The key needs only these permissions: DescribeUserPool, DescribeUserPoolClient, and GetUserPoolMfaConfig.',
        pattern: {
          matches: /^\w+$/,
          message: 'Use only letters, digits, and underscores in the access key ID.',
        },
      }),
    ),
    awsSecretAccessKey: optional(secret('AWS secret access key', { max: 128 })),
  },
  derived: { ...integrationFields },
  list: {
    columns: ['name', 'userPoolId', 'region', 'clientId', 'state'],
    search: ['name', 'userPoolId', 'clientId'],
  },
  form: {
    sections: [
      { title: 'User pool', fields: ['name', 'region', 'userPoolId', 'clientId', 'clientSecret'] },
      {
        title: 'Sign-in',
        fields: [
          'domain',
          'callbackUrls',
          'logoutUrls',
          'defaultRedirectUrl',
          'flows',
          'scopes',
          'mfa',
        ],
      },
      { title: 'Tokens', fields: ['accessMinutes', 'idMinutes', 'refreshDays'] },
      {
        title: 'Attributes',
        fields: ['emailAttribute', 'firstNameAttribute', 'lastNameAttribute', 'groupsAttribute'],
      },
      { title: 'Live pool', fields: ['awsAccessKeyId', 'awsSecretAccessKey'] },
    ],
  },
  api: {
    comments: true,
    unique: [['userPoolId']],
    impact: { one: 'store', many: 'stores' },
    noBulkReason: 'Change and test one Cognito setup at a time.',
    extraColumns: integrationColumns,
  },
})
