/** Texts that previews of gift cards add to those of a template. */
export const giftCardFrameMessages = {
  mail: 'Email',
  page: 'Page',
  from: 'From',
  subject: 'Subject',
  linkOnly: 'No email is sent. The store gets the link instead.',
  expires: (day: string) => `Expires on ${day}`,
} as const

/** The page that turns off a digest. */
export const unsubscribeMessages = {
  button: 'Unsubscribe',
  ask: {
    title: 'Unsubscribe from the digest',
    text: "You'll no longer get a digest by email. Other emails still arrive.",
  },
  done: {
    title: "You're unsubscribed",
    text: 'We no longer send you a digest. You can turn it on again under Notifications in the user menu.',
  },
  notValid: {
    title: "This link isn't valid",
    text: 'Sign in and turn off the digest under Notifications in the user menu.',
  },
  unreachable: {
    title: "We couldn't unsubscribe you",
    text: "The platform didn't respond. Try again in a minute.",
  },
}
