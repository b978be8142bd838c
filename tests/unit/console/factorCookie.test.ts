import { expect, test } from 'vitest'
import { toSecondFactorStep } from '#server/console/signIn/factorCookie.ts'

const challenge = 'the-challenge-that-no-script-reads'

test('a page never gets the challenge of a second step', () => {
  const demand = { challenge, methods: ['totp'], enroll: false, options: null }
  expect(toSecondFactorStep(demand)).toEqual({ methods: ['totp'], options: null, setup: null })
})

test('an account that must add a factor gets the QR code and the key of its app', () => {
  const uri = 'otpauth://totp/Console:ada%40example.com?secret=JBSWY3DPEHPK3PXP&digits=6'
  const { setup } = toSecondFactorStep({ challenge, methods: [], enroll: true, uri })
  expect(setup?.secret).toBe('JBSWY3DPEHPK3PXP')
  expect(setup?.qrCode).toMatch(/^<svg /)
})
