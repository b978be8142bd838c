/** The credentials of a setup, as its fields name them. */
type CredentialPart = 'PublishableKey' | 'SecretKey' | 'WebhookSecret'

/**
 * The formats of credentials, with the sentence for a value that isn't valid. Such a value is never
 * saved, and never verifies an event.
 */
export type CredentialFormats = Readonly<
  Partial<Record<CredentialPart, { isValid: (value: string) => boolean; message: string }>>
>
