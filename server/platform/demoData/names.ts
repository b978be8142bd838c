import { parseLines, parseWords } from './text.ts'

/** First names, most frequent first. */
export const firstNames = parseWords(`
  Maria Mohammed Anna David Sofia Ali James Fatima Daniel Emma Ahmed Sara Wei Laura José Olivia Michael Priya Lucas Elena
  Juan Julia Thomas Aisha Carlos Nina Rahul Eva Peter Yusuf Isabella Adam Hannah Omar Paula Martin Mei Noah Amina Luis
  Clara Ivan Sophie Arjun Lena Marco Zoë Samuel Ana Kenji Chloé Paul Leila Andrei Grace Mateo Ingrid Jan Camila Victor
  Nadia Hiroshi Alice Felix Yuki Diego Marta Benjamin Aylin Simon Lucía Oscar Miriam Kofi Helena Pedro Charlotte Ravi Ines
  Jonas Amara Leo Katarina Hassan Julie Tomás Rosa Alexander Mia Ibrahim Emily Stefan Valentina Minh Sandra Jack Ayşe
  Anton Carmen Robert Ji-woo Lea Rafael Natalia George Fatou Henrik Bianca Sanjay Astrid Manuel Yara Ben Kavya Philip
  Irene Nikolai Teresa Malik Caroline Björn Renata Dmitri Esther William Anjali Giulia Tariq Agnes Hugo Siobhán Mehmet
  Beatriz Oliver Naomi Jürgen Salma Edward Lucie Chen Verónica Emre Louise Gabriel Noor Matthias Alma Farah Vincent Katja
  Rohan Ewa Francesco Judith Said Monika Thiago Freya Łukasz Deborah Aaron Milena Zainab Erik Renée Jamal Dimitra Patrick
  Solveig João Tatiana Liam Chidi Barbara Kwame Ursula Ismail Celia Søren Mariam Joseph Zuzana Hamza Bridget Luca Noémie
  Tuan Alejandra Richard Ngozi Bruno Tessa Gökhan Vera Nathan Anneliese Umar Gloria Bjørn Jasmine Ricardo Xin Quentin
  Žofie Elias Wanjiru Rui Ottilie Femi Iris Yan Conchita Elif Mbali Guðrún Zoltán Oksana Idris Valérie`)

/** Last names, most frequent first. */
export const lastNames = parseWords(`
  García Smith Wang Müller Khan Silva Nguyễn Johnson Rossi Chen Martin Novák Patel López Kim Ahmed Jones Tanaka Costa
  Fischer Kowalski Singh Hansen Fernández Brown Ali Dubois Okafor Schmidt Suzuki Weber Haddad Rodríguez Li Murphy Meyer
  Ferrari Petrov Sharma Larsen Walker Hussein González Bauer Moreau Wilson Ito Yılmaz Santos Taylor Jensen Pereira Becker
  Zhang Mensah Laurent Andersson Gupta Papadopoulos Romero Davies Sato Wagner Popescu Diallo Clark Kaya Jansen Horvat
  Castillo Olsen Lambert Mbeki Richter Green Yamamoto Ivanova Torres Evans Ricci Nielsen Adeyemi Hoffmann Molina Baker
  Liu Lefebvre Demir Kelly Schäfer Reyes Berg Mazur Rao Thompson Kowalczyk Greco Traoré Koch Watanabe Álvarez Hughes
  Virtanen Klein Öztürk Sousa Bernard Cruz Zhao Lindberg White Abbott Nasser Vargas Wolf Marino Robinson Choi Novotný
  Fontaine Schulz Mwangi Herrera Eriksen Malik Young Gallo Dvořák Schneider Usman Peeters Medina Hall Nakamura Kaplan Bruno
  Lim Wright Popov Das Ramos Simon Lehmann Banda Quinn Sørensen Ortiz Černý Mitchell Conti Farouk Visser Chaudhary Braun
  King Mendoza Girard O'Brien Huang Aydın Krause Núñez Wood Bianchi Nowak Kobayashi Iyer Roux Campbell Ramirez Haas Asante
  Lund Turner Szabó Delgado Hamid Vogel Dimitrov Ward Cohen Blanc Ryan Morales Zieliński Park Frank Cook Hernández Osei
  Jung Perrin Levy Ström Cooper Bakker Şahin Lang Marchetti Bailey Castro Wójcik Simmons Iglesias Ndiaye Keller Hill Wu
  Rivera Østergaard Bennett Mertens Joshi Vidal Fuchs Kovács Bell Arslan Duarte Gray Ferreira Haugen Price Garnier Bhatt
  Ruiz Lorenz Jackson Saito Winkler Ross Moretti Aguilar Niemi Foster Baptiste Sanders Ibáñez Balogun Hughes-Lang Ek
  Stewart Toth Kruger Peña Russo Howard Dlamini Vasquez Schuster Gill Renard Ångström Perry Abebe Jiménez Koskinen Ferguson
  Zhou Lopes Mahmoud Graham Esposito Varga Wells Engel Sithole Xu Fraser De-Vries Ólafsson Tran Hunt Marchand Kuznetsova
  Chavez Grant Rezaei Holm Stone Barbosa Farkas Moyo Holland Pichler Yang Cabrera Lloyd Tkachenko Grimm Okoye Byrne Sala
  Maurer Quispe Thomsen Barry Łęcki Zimmermann Wen Ochoa Ulrich`)

export const unusualNames = parseLines(`
  Maximiliana Theodora von Hohenfels-Westernhagen zu Lindenau
  José María de la Concepción Fernández-Villaverde y Ortiz
  佐藤 花子
  김민준
  נועה לוי
  Αικατερίνη Παπαδοπούλου
  Wolfeschlegelsteinhausenbergerdorff Adolph
  Ng
  Nguyễn Thị Phương Thảo
  Bo Ek`)
