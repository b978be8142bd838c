import type { IntegrationKind } from '#shared/engine/integrations/integrationKinds.ts'

/** The next step for each kind of integration whose saved settings haven't been tested yet. */
export const testMessages: Record<IntegrationKind, string> = {
  mail: 'The SMTP settings are saved but not tested. Test and activate them to send emails.',
  signOn:
    'The SSO setup is saved but not tested. Test and activate it so that admins can use it to sign in.',
  payment: 'The payment setup is saved but not tested. Test and activate it to take payments.',
  gift: 'The gift card setup is saved but not tested. Test and activate it to send gift cards.',
  print:
    'The print-on-demand setup is saved but not tested. Test and activate it to send orders to Printful.',
}

/** The next step for each kind of integration that passed its test but isn't active. */
export const activationMessages: Record<IntegrationKind, string> = {
  mail: 'The SMTP settings are tested but not active. Activate them to send emails.',
  signOn:
    'The SSO setup is tested but not active. Activate it so that admins can use it to sign in.',
  payment: 'The payment setup is tested but not active. Activate it to take payments.',
  gift: 'The gift card setup is tested but not active. Activate it to send gift cards.',
  print:
    'The print-on-demand setup is tested but not active. Activate it to send orders to Printful.',
}
