import { messages } from '#shared/messages.ts'

export const newDeviceMessages = { unknown: 'Unknown' } as const

type NewDeviceSignIn = { name: string; device: string; network: string; time: string; url: string }

/** Formats the email about a sign-in from a new device. It contains nothing secret. */
export const formatNewDeviceEmail = ({ name, device, network, time, url }: NewDeviceSignIn) => ({
  subject: 'New sign-in to the operator console',
  text: `Hello ${name},

Someone signed in to your account on a device that we haven't seen before:

Device: ${device}
Network: ${network}
Time: ${time}

If this was you, you don't need to do anything. If this wasn't you, change your password and end the session:

${url}

${messages.product}
`,
})
