/** What the model reads about the tool. The code adds the machines. */
export const description =
  "Runs a command on another machine over ssh, in that machine's own shell. The hosts are those of ssh.json. Nothing is kept between calls: give cwd, or use cd in the command. There is no terminal: commands that ask questions fail. Long output is cut to its end; the whole is an artifact.";
