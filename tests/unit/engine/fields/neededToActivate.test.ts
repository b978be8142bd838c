import { expect, test } from 'vitest'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { cognitoSetup } from '#shared/areas/cognito/cognitoSetup.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'

/** Fields that may be empty in a draft say by their label when they are required. */
test.each([
  [
    adminSignOns,
    'entityId ssoUrl certificate issuer clientId clientSecret emailDomains',
    'Required to activate',
  ],
  [cognitoSetup, 'clientSecret', 'Required if the app client has a secret'],
  [giftCardSetup, 'webhookSecret', 'Required in the live environment'],
  [memberSignOns, 'iosBundleId teamId', 'Required for the iOS app'],
  [memberSignOns, 'androidPackage fingerprints', 'Required for the Android app'],
])(
  'fields of $name that a later step needs say so instead of "optional": %s',
  ({ fields }, names, hint) => {
    const hints = names
      .split(' ')
      .map((name) => [
        name,
        (fields as Record<string, { optionalInDraft?: string }>)[name]?.optionalInDraft,
      ])
    expect(hints).toEqual(names.split(' ').map((name) => [name, hint]))
    expect(JSON.stringify(fields)).not.toContain('Needed before')
  },
)
