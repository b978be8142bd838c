import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { providerFailures } from '#shared/areas/signIn/providerFailureMessages.ts'
import { createMemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const providers = [
  { id: 5, name: 'Okta' },
  { id: 7, name: '<b>Entra</b>' },
]

async function openSignIn(path: string) {
  const platform = createMemoryPlatform()
  const view = await renderConsole(path, { platform, signedOut: true, facts: { providers } })
  await screen.findByRole('heading', { name: 'Sign in' })
  return view
}

describe('Sign-in providers on the sign-in page', () => {
  test('each has a form of its own that keeps ?next= and sends no password', async () => {
    await openSignIn('/?next=%2Fsizes')
    for (const { id, name } of providers) {
      const form = screen.getByRole('button', { name: `Sign in with ${name}` }).closest('form')
      expect(form).toHaveAttribute('method', 'post')
      expect(form).toHaveAttribute('action', `/auth/providers/${id}?next=%2Fsizes`)
      expect([...new FormData(form ?? undefined)]).toEqual([])
    }
  })

  test.each(Object.entries(providerFailures))(
    'explains the result "%s"',
    async (code, sentence) => {
      await openSignIn(`/?failure=provider-${code}`)
      expect(screen.getByRole('alert')).toHaveTextContent(sentence)
    },
  )

  test('ignores a result that does not exist', async () => {
    await openSignIn('/?failure=provider-constructor')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
