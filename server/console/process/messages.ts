/** Why the console can't use its port, by error code. */
export const portMessages: Readonly<Record<string, (address: string) => string>> = {
  EADDRINUSE: (address) =>
    `Another program is already listening on ${address}. Stop it, or choose another PORT.`,
  EACCES: (address) =>
    `This user doesn't have permission to listen on ${address}. Choose a PORT above 1023.`,
  EADDRNOTAVAIL: (address) =>
    `The console can't listen on ${address}, because this machine doesn't have that address. Choose another HOST.`,
  ENOTFOUND: (address) =>
    `The console can't listen on ${address}, because that host doesn't exist. Choose another HOST.`,
}
