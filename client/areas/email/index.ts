import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as smtpSettings from './SmtpSettings.tsx'

export const screens: AreaScreens<'email'> = {
  '/smtpSettings': smtpSettings,
}
