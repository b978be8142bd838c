/** Texts that previews of gift cards add to those of a template. */
export const giftCardFrameMessages = {
  mail: 'Email',
  page: 'Page',
  from: 'From',
  subject: 'Subject',
  linkOnly: 'No email is sent. The store gets the link instead.',
  expires: (day: string) => `Expires on ${day}`,
} as const
