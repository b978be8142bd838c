import { guardNames } from '#shared/engine/guards.ts'
import type { GuardInput } from '#shared/engine/guards.ts'

/** Parses the fields of `GuardFields`; the platform checks them. */
export function parseGuardForm(form: FormData): GuardInput {
  const percent = String(form.get('guardPercent') ?? '')
  return {
    guard: guardNames.find((name) => name === form.get('guard')) ?? null,
    guardPercent: /^\d+$/.test(percent) ? Number(percent) : null,
  }
}
