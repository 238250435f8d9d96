/** Whether a client accepts a content coding by its `Accept-Encoding`, such as 'br' in 'gzip, br;q=0.5'. */
export const acceptsEncoding = (header: string | undefined, encoding: 'br' | 'gzip'): boolean =>
  header?.split(',').some((one) => {
    const [name, ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  }) === true
